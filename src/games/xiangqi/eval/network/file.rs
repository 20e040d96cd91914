//! The file format of networks: that of [`network_file`], whose three numbers are hidden units, sets of output weights and
//! evaluation units in a logit, and whose weights are `inputs` and `bias` as i16, `output` as i8, then output biases and
//! `squares` as i32.

use super::{BUCKETS, INPUTS, Network, Weights};
use crate::error::Error;
use crate::evaluator::Saved;
use crate::games::network_file::{self, Contents};

const VERSION: u32 = 1;

impl Weights {
    /// The weights in the format of files.
    fn bytes(&self) -> Vec<u8> {
        let mut weights: Vec<u8> =
            self.inputs.iter().chain(&self.bias).flat_map(|number| number.to_le_bytes()).collect();
        weights.extend(self.output.iter().map(|&number| number as u8));
        weights.extend(self.output_bias.iter().chain(&self.squares).flat_map(|number| number.to_le_bytes()));
        let numbers = [self.hidden, BUCKETS, self.scale as usize];
        network_file::written("xiangqi", VERSION, &Contents { numbers, about: &self.about, weights: &weights })
    }

    /// Checksum of everything that a value depends on.
    pub(super) fn checksum(&self) -> u32 {
        let bytes = Weights { about: String::new(), ..self.clone() }.bytes();
        // Without the file's own checksum: with it, all files have the same one.
        crc32fast::hash(&bytes[..bytes.len() - 4])
    }
}

impl Saved for Network {
    const CONTENTS: &'static str = "a saved network";
    const REFUSED: fn(String, String) -> Error = |path, reason| Error::NetworkFile { path, reason };

    fn about(&self) -> &str {
        &self.weights.about
    }

    fn bytes(&self) -> Vec<u8> {
        self.weights.bytes()
    }

    fn parse(bytes: &[u8]) -> Result<Network, String> {
        let lengths = |hidden| ((INPUTS + 1) * hidden, BUCKETS * 2 * hidden, BUCKETS + INPUTS * BUCKETS);
        let contents = network_file::read(bytes, "xiangqi", VERSION, |[hidden, buckets, _]| {
            if buckets != BUCKETS || hidden > super::MOST_HIDDEN {
                return Err(format!(
                    "it has {hidden} hidden units and {buckets} sets of output weights: expected at most {} units and \
                     {BUCKETS} sets",
                    super::MOST_HIDDEN
                ));
            }
            let (words, weights, ticks) = lengths(hidden);
            Ok(2 * words + weights + 4 * ticks)
        })?;
        let [hidden, _, scale] = contents.numbers;
        let (words, weights, _) = lengths(hidden);
        let (inputs, rest) = contents.weights.split_at(2 * words);
        let (output, rest) = rest.split_at(weights);
        let mut inputs: Vec<i16> = inputs.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect();
        let bias = inputs.split_off(INPUTS * hidden);
        let mut output_bias: Vec<i32> = rest.as_chunks().0.iter().map(|four| i32::from_le_bytes(*four)).collect();
        let squares = output_bias.split_off(BUCKETS);
        Network::new(Weights {
            hidden,
            scale: i32::try_from(scale).unwrap_or(i32::MAX),
            inputs,
            bias,
            output: output.iter().map(|&byte| byte as i8).collect(),
            output_bias,
            squares,
            about: contents.about.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Named;
    use crate::games::network_file::HEAD;
    use crate::games::xiangqi::Position;

    /// The shipped network's file, changed.
    fn refused(change: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut bytes = Network::own().weights().bytes();
        change(&mut bytes);
        Network::parse(&bytes).expect_err("a changed file is refused")
    }

    #[test]
    fn a_file_holds_the_whole_network() {
        let own = Network::own();
        let again = Network::parse(&own.weights().bytes()).expect("its own file");
        assert_eq!(again.weights(), own.weights());
        let described = Network::new(Weights { about: "other".into(), ..own.weights().clone() }).expect("sound");
        assert_eq!(described.checksum, own.checksum, "what a value does not depend on is no other evaluation");
        let mut changed = own.weights().clone();
        changed.squares[9] += 1;
        assert_ne!(Network::new(changed).expect("sound").checksum, own.checksum);
    }

    #[test]
    fn damaged_and_foreign_files_are_refused_by_name() {
        let length = Network::own().weights().bytes().len();
        for at in [HEAD + 3, HEAD + 5000, length / 2, length - 2] {
            assert!(refused(|bytes| bytes[at] ^= 4).contains("damaged"), "byte {at}");
        }
        assert!(refused(|bytes| bytes.truncate(20)).contains("ends after 20 bytes"));
        assert!(refused(|bytes| bytes.truncate(length - 1)).contains(&format!("expected {length}")));
        assert!(refused(|bytes| bytes[8..16].copy_from_slice(b"gomoku\0\0")).contains("\"gomoku\""));
        assert!(refused(|bytes| bytes[0] = b'B').contains("boyi net"));
        assert!(refused(|bytes| bytes[16] = 9).contains("version 9"));
        assert!(refused(|bytes| bytes[23] = 255).contains("hidden units"));
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let own = Network::own();
        let refused = |change: fn(&mut Weights)| {
            let mut weights = own.weights().clone();
            change(&mut weights);
            Network::new(weights).expect_err("refused")
        };
        assert!(refused(|w| w.inputs[7] = 961).contains("961 in inputs"));
        assert!(refused(|w| w.output[7] = -128).contains("-128 in output"));
        assert!(refused(|w| w.squares[7] = 1 << 25).contains("squares"));
        assert!(refused(|w| w.scale = 0).contains("scale 0"));
        assert!(refused(|w| w.bias.truncate(3)).contains("3 numbers in bias"));
        assert!(refused(|w| w.hidden = 33).contains("33 hidden units"));
        let wide = Weights { hidden: 512, inputs: vec![0; INPUTS * 512], bias: vec![0; 512], ..own.weights().clone() };
        let wide = Weights { output: vec![127; BUCKETS * 2 * 512], ..wide };
        assert!(Network::new(wide).expect_err("refused").contains("add up to"));
    }

    #[test]
    fn both_sides_see_the_board_alike() {
        let network = Network::own();
        let value = |fen: &str| {
            use crate::game::Tactics;
            Position::from_fen(fen).expect("a position").game_with(network.clone()).evaluate()
        };
        // Turned by 180 degrees with colours exchanged.
        assert_eq!(value("r3kab2/4a4/9/2h6/9/9/9/C8/9/3K5 w"), value("5k3/9/8c/9/9/9/6H2/9/4A4/2BAK3R b"));
    }
}
