# Ashtarashki: names, refusals, rules.

ashtarashki-name = Ashtarashki
ashtarashki-white = White
ashtarashki-black = Black

ashtarashki-reason-finish = the last rank is full
ashtarashki-reason-blocked = no move is left
ashtarashki-reason-complete = no stone is left

ashtarashki-over = The game is over.
ashtarashki-no-such-square = There is no square { $square }: files are a–h, ranks 1–8.
ashtarashki-light = { $square } is a light square: stones stand on dark ones only.
ashtarashki-empty = There is no stone on { $square }.
ashtarashki-not-yours = The stone on { $square } is not yours.
ashtarashki-otherwise = On { $square } stands { $stone }.
ashtarashki-finished = The stone on { $square } has finished (F): it moves no more.
ashtarashki-not-diagonal = Stones go diagonally only.
ashtarashki-too-far = A stone goes one square; a capture takes the stone on the next one.
ashtarashki-occupied = { $square } is occupied.
ashtarashki-finished-is-safe = The stone on { $square } has finished (F): it cannot be taken.
ashtarashki-only-full-capture = { $stone } on { $square } cannot capture: only M stones do, those that never retreated.
ashtarashki-does-not-beat = { $stone } does not take { $enemy } on { $square }: 3 takes 2, 2 takes 1, 1 takes 3, and any of them a W.
ashtarashki-nothing-to-capture = There is nothing to capture on { $square }.
ashtarashki-stops-on-last-rank = On { $square }, its last rank, a stone stops.
ashtarashki-wrong-suffix = This is written { $text }.
ashtarashki-capture-compulsory = A capture is compulsory: { $captures }.
ashtarashki-stuck = The stone on { $square } has nowhere to go.
ashtarashki-unreachable = No such stone can go to { $square }.
ashtarashki-and-capture = { $refusal } A capture is compulsory: { $captures }.

ashtarashki-rules =
    A board of 8×8, dark squares, 12 stones a side: four of each group 1, 2, 3. White begins.
    Move: one step diagonally to an empty square, forward or backward. A step back is a retreat and costs rights: M (full) becomes V, V becomes W, a W that steps back is taken off. Rights never return.
    Capture: an M steps onto an adjacent enemy, forward or backward, and takes it: 3 takes 2, 2 takes 1, 1 takes 3, whether M or V, and each takes a W, whose number is covered. V and W do not capture. Capturing is compulsory, the choice is yours; the stone goes on while it can. On its last rank it stops (settled by us). A capture backward is no retreat.
    A stone that ends its move on its last rank has finished (F): it stays, and cannot be taken.
    All four squares of the last rank full of F stones win, and so does an enemy who cannot move: one point. An enemy without stones loses two. There are no draws.
    Writing: M3b4, a retreat M1d2V, V1d2W, Wb4Z, a capture M3:b6:c7; or just the squares: c3-b4, a5:b6:c7.
