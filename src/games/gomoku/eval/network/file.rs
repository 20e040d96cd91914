//! The file format of networks: that of [`network_file`], whose three numbers are channels, hidden units and scale, and
//! whose weights are `windows` of all roles as i16, then `first`, `first_bias`, `output`, `direct`, `output_bias`, `threats` and
//! `policy` of all roles as f32.

use super::{CHANNELS, HIDDEN, Network, WINDOWS, Weights};
use crate::error::Error;
use crate::evaluator::Saved;
use crate::games::network_file::{self, Contents};

const VERSION: u32 = 3;

impl Weights {
    /// The weights in the format of files.
    fn bytes(&self) -> Vec<u8> {
        let floats = self.floats().into_iter().flat_map(|(_, numbers, _)| numbers.iter().flat_map(|n| n.to_le_bytes()));
        let weights: Vec<u8> = self.windows.iter().flat_map(|number| number.to_le_bytes()).chain(floats).collect();
        let numbers = [CHANNELS, HIDDEN, self.scale as usize];
        network_file::written("gomoku", VERSION, &Contents { numbers, about: &self.about, weights: &weights })
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
        let floats = Weights::default().floats().map(|(_, _, length)| length);
        let contents = network_file::read(bytes, "gomoku", VERSION, |[channels, hidden, _]| {
            if (channels, hidden) != (CHANNELS, HIDDEN) {
                return Err(format!(
                    "it has {channels} channels and {hidden} hidden units: expected {CHANNELS} and {HIDDEN}"
                ));
            }
            Ok(2 * WINDOWS + 4 * floats.iter().sum::<usize>())
        })?;
        let (windows, rest) = contents.weights.split_at(2 * WINDOWS);
        let mut rest = rest.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four));
        let mut next = |length: usize| -> Vec<f32> { rest.by_ref().take(length).collect() };
        let [first, first_bias, output, direct, output_bias, threats, policy] = floats.map(&mut next);
        Network::new(Weights {
            scale: i32::try_from(contents.numbers[2]).unwrap_or(i32::MAX),
            windows: windows.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect(),
            first,
            first_bias,
            output,
            direct,
            output_bias,
            threats,
            policy,
            about: contents.about.into(),
        })
    }
}
