# Shemshesh: names, refusals, rules.

shemshesh-name = Shemshesh
shemshesh-white = White
shemshesh-black = Black

shemshesh-option-home-doubles-two = House without doubles: all at home, a double is played twice

shemshesh-reason-oyn = oyn
shemshesh-reason-mars = mars
shemshesh-reason-home-mars = home mars
shemshesh-reason-stuck = nobody can move any more

shemshesh-froze = { $side }: frozen on { $points }
shemshesh-freed-by-own = { $side }: freed on { $points }
shemshesh-died = { $side }: dead on { $points }
shemshesh-shemshesh = Shemshesh! { $side }: five dead in a row
shemshesh-sheshar = Sheshar! { $side }: six in a row
shemshesh-tally = { $off ->
    [0] Pips: { $white } – { $black }
   *[other] Pips: { $white } – { $black }; off: { $off_white } – { $off_black }
}

shemshesh-over = The game is over.
shemshesh-roll-due = The dice have not been rolled yet.
shemshesh-no-such-point = There is no point { $point }: points are 1–24.
shemshesh-no-die = None of the dice left moves { $movement }.
shemshesh-too-many = { $dice ->
    [one] There is only one die to play.
   *[other] There are only { $dice } dice to play.
}
shemshesh-ended = The game is over before that: one movement ends it.
shemshesh-must-use = { $most ->
    [one] As many dice as possible must be used: one can be, but not by what was typed.
   *[other] As many dice as possible must be used: { $most } can be.
}
shemshesh-higher = Only one of the dice can be used, so it must be the higher one, { $die }.
shemshesh-cannot-pass = You can move, so you cannot pass.
shemshesh-empty = There is no checker on { $point }.
shemshesh-not-yours = The checkers on { $point } are not yours.
shemshesh-frozen = The checker on { $point } is frozen.
shemshesh-freed = The checker on { $point } was freed in this turn and does not move in it.
shemshesh-head = { $most ->
    [one] Only one checker may leave the head in a turn.
   *[other] Only { $most } checkers may leave the head in this turn.
}
shemshesh-enemy = An enemy stands on { $point }.
shemshesh-six-block = On { $point } you would have six points in a row with no enemy ahead of them.
shemshesh-not-home = Not all are home yet: a checker stands on { $point }.
shemshesh-behind = A higher die bears off from { $point } only if none stands behind; one stands on { $behind }.
shemshesh-and-playable = { $refusal } You can play: { $turns }.

shemshesh-rules =
    15 checkers each on the heads, 1 and 13; all go upward, 24 is followed by 1. Homes: White 19–24, Black 7–12.
    Each die moves one checker; doubles are played four times. Use all the dice you can, of two the higher. One checker a turn leaves the head, two on the first turn with 3-3, 4-4, 6-6.
    Never land on an enemy. Who jumps a single enemy freezes it: it stays put until its own land on it or jump it, and moves from the next turn on. With none of its own behind it is dead.
    Six points in a row only with an enemy ahead of them or borne off.
    All that are not frozen at home: bear off. A higher die takes the rearmost.
    No unfrozen checkers left: you win. Oyn 1; mars 2: the loser has borne off none; home mars 3: and has some outside the home. If nobody can ever move: a draw (settled by us).
    home-doubles=two: all at home, doubles are played twice (settled by us).
    Writing: 1-7 1-6, 20-off, 1-7-12, 7-12(4), or just the origins.
