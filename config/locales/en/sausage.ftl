# Chuvash sausage: names, refusals, rules.

sausage-name = Chuvash sausage
sausage-a = A
sausage-b = B

sausage-option-hands-closed = closed hands
sausage-option-cut-7 = seven tiles are enough for a cut
sausage-option-cut-11 = a cut takes eleven tiles
sausage-option-cut-13 = a cut takes thirteen tiles

sausage-reason-cut = the sausage is cut
sausage-reason-drawn = nobody can lay or cut

sausage-over = The deal is over.
sausage-deal-due = The tiles are dealt first.
sausage-soap-begins = The soap begins: { $tile }.
sausage-no-such-tile = There is no tile { $tile }: halves have 0 to 6 pips.
sausage-laid = { $tile } has been laid already.
sausage-not-held = You do not hold { $tile }.
sausage-upper-ends = The upper branch ends with { $value }, and { $tile } has no { $value }.
sausage-lower-ends = The lower branch ends with { $value }, and { $tile } has no { $value }.
sausage-upper-ahead = The upper branch is three tiles ahead: lay on the lower one.
sausage-lower-ahead = The lower branch is three tiles ahead: lay on the upper one.
sausage-no-place = { $tile } fits nowhere.
sausage-only-doubles = Only doubles go into a joint, and { $tile } is none.
sausage-no-such-joint = There is no joint { $joint }: that branch has { $first } to { $last }.
sausage-no-joints = There is no joint { $joint }: that branch has none yet.
sausage-other-joint = At { $joint } tiles meet with { $value }.
sausage-no-cut = { $tile } does not cut: its halves must be the values of joints of the same number above and below.
sausage-short-cut = { $tile } would cut off { $tiles } tiles, and it must be { $least } at least.
sausage-no-cuts = None of your tiles cuts.
sausage-must-play = Pass only when you can neither lay nor cut.
sausage-and-ways = { $refusal } You can play { $ways }.
sausage-and-pass = { $refusal } There is nothing you can play: pass.

sausage-rules =
    A double-six set. One side takes 1-1 2-2 3-3, the other 4-4 5-5 6-6, by turns; the rest is dealt, 14 tiles each. Five blanks in a hand: dealt again.
    Who holds 0-0, the soap, lays it. Two branches grow from it, upper u and lower l; both begin with 0. Tiles go to an end where a half matches; a double also between two tiles that meet with its value. A branch may be three tiles longer at most. Who can lay or cut must; else pass.
    Cut: a tile with the values of the k-th joints of both branches is laid across. It must cut off nine tiles or more: k from 4 on. The first to cut wins: 1 point for each tile left in the other hand, 2 for a double. If nobody can play, the deal is drawn. A match goes to 30.
    Variants: hands=closed: you see your own hand only; cut=7, 11, 13: so many tiles to cut off.
    With /settings legend on, boards mark threatened cuts.
    Writing: 6-4 u, 6-6 l, 6-6 l1 (into the first joint), 4-3 cut; or 64u, 43x.
