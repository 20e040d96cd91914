//! Arithmetic of networks on blocks of 16-bit numbers, in plain loops that the compiler turns into vector instructions.
//!
//! The vector instructions that the processor has are detected at run time, when a [`Processor`] is made: a library built
//! for every x86-64 processor still uses the best instructions of the one it runs on.

use std::ops::{Deref, DerefMut};

use pulp::{Arch, WithSimd};

/// Numbers in a block.
pub const LANES: usize = 32;

/// A block of numbers that fills one line of the processor's cache, so that reading it touches no second line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; LANES]);

impl Lanes {
    /// A block of zeros.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// The blocks of numbers whose count is a multiple of [`LANES`].
    pub fn blocks(numbers: &[i16]) -> Vec<Lanes> {
        numbers.as_chunks().0.iter().map(|&block| Lanes(block)).collect()
    }
}

impl Deref for Lanes {
    type Target = [i16; LANES];

    #[inline(always)]
    fn deref(&self) -> &[i16; LANES] {
        &self.0
    }
}

impl DerefMut for Lanes {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16; LANES] {
        &mut self.0
    }
}

/// Largest activation of a unit, which stands for 1.
pub const ONE: i16 = 255;

/// The vector instructions of the processor that the program runs on.
#[derive(Clone, Copy, Debug)]
pub struct Processor(Arch);

impl Processor {
    /// Detects the instructions.
    pub fn new() -> Processor {
        Processor(Arch::new())
    }

    /// Runs `work` compiled for these instructions. They are used only by code that is inlined into `work`.
    #[inline(always)]
    pub fn run<W: WithSimd>(self, work: W) -> W::Output {
        self.0.dispatch(work)
    }
}

impl Default for Processor {
    fn default() -> Processor {
        Processor::new()
    }
}

/// Writes to `to` the sum of `from` and the rows in `added` without those in `removed`. All slices have equal lengths.
#[inline(always)]
pub fn add_rows<const A: usize, const R: usize>(
    to: &mut [Lanes],
    from: &[Lanes],
    added: [&[Lanes]; A],
    removed: [&[Lanes]; R],
) {
    let (added, removed) = (added.map(|row| &row[..to.len()]), removed.map(|row| &row[..to.len()]));
    for (block, (to, from)) in to.iter_mut().zip(from).enumerate() {
        let mut sums = *from;
        for row in added {
            (0..LANES).for_each(|i| sums[i] = sums[i].wrapping_add(row[block][i]));
        }
        for row in removed {
            (0..LANES).for_each(|i| sums[i] = sums[i].wrapping_sub(row[block][i]));
        }
        *to = sums;
    }
}

/// Sum of `weight * activation^2` over units, where the activation is the unit's sum clipped to 0 to [`ONE`]. Exact for
/// weights from -127 to 127 whose absolute values add up to no more than [`MOST_OUTPUT`].
#[inline(always)]
pub fn squared_output(sums: &[Lanes], weights: &[Lanes]) -> i32 {
    let mut output = 0;
    for (sums, weights) in sums.iter().zip(weights) {
        let outputs = sums.iter().zip(weights.iter()).map(|(sum, weight)| {
            let activation = sum.clamp(&0, &ONE);
            i32::from(activation.wrapping_mul(*weight)) * i32::from(*activation)
        });
        output += outputs.sum::<i32>();
    }
    output
}

/// Largest sum of absolute output weights for which [`squared_output`] cannot overflow.
pub const MOST_OUTPUT: i32 = i32::MAX / (ONE as i32 * ONE as i32);

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(number: impl Fn(usize) -> i16) -> Lanes {
        Lanes(std::array::from_fn(number))
    }

    #[test]
    fn rows_are_added_and_removed() {
        let row = |n: i16| -> [Lanes; 2] { std::array::from_fn(|b| lanes(|i| n * (1 + b as i16) + i as i16)) };
        let mut to = [Lanes::ZERO; 2];
        add_rows(&mut to, &row(1), [&row(10), &row(100)], [&row(3)]);
        assert_eq!((to[0][0], to[1][5]), (1 + 10 + 100 - 3, 2 * (1 + 10 + 100 - 3) + 2 * 5));
    }

    #[test]
    fn the_output_is_that_of_exact_arithmetic() {
        let sums: [Lanes; 3] = std::array::from_fn(|b| lanes(|i| (b * 200 + i * 17) as i16 - 150));
        let weights: [Lanes; 3] = std::array::from_fn(|b| lanes(|i| ((b + 3) * (i + 7) * 31 % 255) as i16 - 127));
        let pairs = |b: usize| sums[b].0.into_iter().zip(weights[b].0);
        let exact: i64 = (0..3)
            .flat_map(pairs)
            .map(|(sum, weight)| {
                let activation = i64::from(sum.clamp(0, 255));
                i64::from(weight) * activation * activation
            })
            .sum();
        assert_eq!(i64::from(squared_output(&sums, &weights)), exact);
    }
}
