//! The store of what is drawn once for many pictures; what was not used for longest leaves first.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{layout::Layout, shape::Shape, theme::Theme};

/// Everything that decides how a stored drawing looks, as numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key(Vec<u32>);

impl Key {
    /// What rests under the pieces of a layout.
    pub(crate) fn ground(layout: &Layout, theme: Theme) -> Key {
        let mut words = vec![0, theme as u32, layout.width, layout.height];
        words.push(layout.colour.word());
        layout.ground.iter().for_each(|shape| shape.describe(&mut words));
        Key(words)
    }

    /// A shape that is laid on pictures as a whole, so many backend units off whole pixels.
    ///
    /// Where the shape stands makes no difference.
    pub(crate) fn sprite(shape: &Shape, off: (i32, i32)) -> Key {
        let mut words = vec![1, off.0.cast_unsigned(), off.1.cast_unsigned()];
        match shape {
            Shape::Shadow { radius, blur, colour, .. } => {
                words.extend([1, radius.to_bits(), blur.to_bits(), colour.word()]);
            }
            Shape::Piece { reach, shapes, .. } => {
                words.extend([2, reach.to_bits(), shapes.len() as u32]);
                shapes.iter().for_each(|shape| shape.describe(&mut words));
            }
            other => {
                words.push(3);
                other.describe(&mut words);
            }
        }
        Key(words)
    }
}

/// Drawings by key, up to a number of bytes.
///
/// Threads that miss the same drawing at the same time each draw it; the drawings are equal.
pub(crate) struct Store {
    most: usize,
    shelf: Mutex<Shelf>,
}

#[derive(Default)]
struct Shelf {
    drawings: HashMap<Key, Drawing>,
    /// Bytes of all keys and drawings.
    size: usize,
    /// Counts uses.
    clock: u64,
}

struct Drawing {
    bytes: Arc<[u8]>,
    used: u64,
}

impl Store {
    /// A store of at most so many bytes.
    pub(crate) fn new(most: usize) -> Store {
        Store { most, shelf: Mutex::default() }
    }

    /// The stored drawing; drawn now if there is none.
    pub(crate) fn get_or_draw<E>(
        &self,
        key: Key,
        draw: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Arc<[u8]>, E> {
        if let Some(bytes) = self.with_shelf(|shelf| shelf.get(&key)) {
            return Ok(bytes);
        }
        let bytes: Arc<[u8]> = draw()?.into();
        self.with_shelf(|shelf| shelf.put(key, Arc::clone(&bytes), self.most));
        Ok(bytes)
    }

    fn with_shelf<T>(&self, act: impl FnOnce(&mut Shelf) -> T) -> T {
        act(&mut self.shelf.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shelf {
    fn get(&mut self, key: &Key) -> Option<Arc<[u8]>> {
        self.clock += 1;
        let drawing = self.drawings.get_mut(key)?;
        drawing.used = self.clock;
        Some(Arc::clone(&drawing.bytes))
    }

    fn put(&mut self, key: Key, bytes: Arc<[u8]>, most: usize) {
        if weight(&key, &bytes) > most {
            return;
        }
        self.clock += 1;
        self.size += weight(&key, &bytes);
        let drawing = Drawing { bytes, used: self.clock };
        if let Some((key, old)) = self.drawings.remove_entry(&key) {
            self.size -= weight(&key, &old.bytes);
        }
        self.drawings.insert(key, drawing);
        while self.size > most {
            let oldest = self.drawings.iter().min_by_key(|(_, drawing)| drawing.used);
            let Some(key) = oldest.map(|(key, _)| key.clone()) else { break };
            if let Some(old) = self.drawings.remove(&key) {
                self.size -= weight(&key, &old.bytes);
            }
        }
    }
}

/// Bytes that a drawing takes with its key.
fn weight(key: &Key, bytes: &[u8]) -> usize {
    size_of_val(key.0.as_slice()) + bytes.len()
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, sync::Arc};

    use super::{Key, Store};

    fn ask(store: &Store, name: u32, size: usize) -> (bool, Arc<[u8]>) {
        let mut drawn = false;
        let bytes = store.get_or_draw(Key(vec![name]), || {
            drawn = true;
            Ok::<_, Infallible>(vec![name as u8; size])
        });
        (drawn, bytes.unwrap())
    }

    #[test]
    fn what_was_used_longest_ago_leaves_first() {
        let store = Store::new(300);
        let drawn = [1, 2, 1, 3, 1, 2, 1].map(|name| ask(&store, name, 130).0);
        assert_eq!(drawn, [true, true, false, true, false, true, false]);
        assert_eq!(store.with_shelf(|shelf| (shelf.size, shelf.drawings.len())), (268, 2));
    }

    #[test]
    fn what_is_too_large_is_drawn_each_time() {
        let store = Store::new(300);
        assert!(!ask(&store, 1, 10).0 || !ask(&store, 1, 10).0);
        assert!(ask(&store, 2, 300).0 && ask(&store, 2, 300).0);
        assert!(!ask(&store, 1, 10).0);
    }

    #[test]
    fn threads_share_it() {
        let store = Store::new(2_000);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let store = &store;
                scope.spawn(move || {
                    for i in 0..2_000 {
                        let name = (i * (thread + 1)) % 23;
                        assert_eq!(ask(store, name, 100).1[..], [name as u8; 100]);
                    }
                });
            }
        });
        store.with_shelf(|shelf| {
            assert!(shelf.size <= 2_000);
            assert_eq!(shelf.size, shelf.drawings.len() * 104);
        });
    }
}
