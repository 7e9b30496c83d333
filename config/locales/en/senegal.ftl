# Senegalese draughts: names, refusals, rules.

senegal-name = Senegalese draughts
senegal-white = White
senegal-black = Black

senegal-option-goal-fewest = Reverse: fewer checkers win
senegal-option-movers-any = Stavropol: checkers of either colour may be moved

senegal-reason-count = by count of checkers
senegal-reason-equal = equal checkers

senegal-over = The game is over.
senegal-no-such-square = There is no square { $square } on the board: files are a–f, ranks 1–5.
senegal-empty = There is no checker on { $square }.
senegal-not-yours = The checker on { $square } is not yours.
senegal-backward = Checkers never go or capture backward.
senegal-diagonal = Checkers never go or capture diagonally.
senegal-too-far = A move goes one square; a capture jumps over one checker.
senegal-occupied = { $square } is occupied.
senegal-nothing-to-capture = There is nothing to capture between { $from } and { $to }.
senegal-step-takes-nothing = { $from }-{ $to } is a step and takes nothing; a capture jumps over an enemy.
senegal-capture-compulsory = A capture is compulsory: { $captures }.
senegal-stuck = The checker on { $square } has nowhere to go.
senegal-unreachable = No checker can go to { $square }.
senegal-and-capture = { $refusal } A capture is compulsory: { $captures }.

senegal-rules =
    A board of 6×5, 14 checkers a side. White goes up, Black goes down.
    Move: one step forward or sideways to an empty square, never backward or diagonally.
    Capture: jump over an adjacent enemy, forward or sideways, to the empty square behind it. Capturing is compulsory, the choice is yours; a checker goes on as long as it can. On its last rank it may go on sideways or stop (settled by us).
    A checker that ends its move on its last rank leaves the board.
    The game ends when no capture can ever happen again: no white checker stands level with a black one or below it. It also ends when the side to move cannot, and after 20 moves in a row, of both sides together, without a capture or a forward step (settled by us). More checkers on the board win, equal is a draw. A win is one point.
    Variants: goal=fewest: fewer checkers win; movers=any: Stavropol, checkers of either colour are moved, each its own way (settled by us).
    Writing: d2-d3, capture d4:d2, chain e4:e2:c2; or d2d3, e4c2.
