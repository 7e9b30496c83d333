//! What players type for the choices before a roll, in both languages.

pub(super) const ROLL: [&str; 5] = ["roll", "бросок", "бросить", "бросаю", "кости"];
pub(super) const NUKER: [&str; 5] = ["nuker", "nukers", "нукер", "нукеры", "нукеров"];
pub(super) const COVER: [&str; 4] = ["cover", "накрыть", "накрываю", "накрытие"];
