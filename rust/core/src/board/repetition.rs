//! Which positions have occurred, for draws by repetition and bans on it.

/// Keys of earlier positions. Games forget them at moves that cannot be taken back, so that the list
/// stays short. It is history, not position: position texts and keys leave it out.
#[derive(Clone, Debug, Default)]
pub struct Repetition(Vec<u64>);

impl Repetition {
    /// Notes a position and returns how often it has occurred, this time included.
    pub fn note(&mut self, key: u64) -> usize {
        self.0.push(key);
        self.0.iter().filter(|&&k| k == key).count()
    }

    /// Whether a position has occurred.
    pub fn has(&self, key: u64) -> bool {
        self.0.contains(&key)
    }

    /// Forgets all, after a move that can never be taken back.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
