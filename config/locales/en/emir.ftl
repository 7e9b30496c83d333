# Emir: names, refusals, rules.

emir-name = Emir
emir-white = White
emir-black = Black

emir-option-cover-head-yes = Covering moves from the head too

emir-reason-emir-captured = the emir took the emir
emir-reason-emir-mate = emir mate
emir-reason-koks = koks
emir-reason-home-mars = home mars
emir-reason-mars = mars
emir-reason-oyn = oyn
emir-reason-stuck = nobody can move any more

emir-roll = roll
emir-nuker = nuker { $points }
emir-cover = cover { $points }
emir-foretold = to { $points }{ $captures ->
    [0] {""}
   *[other] ; captures { $captured }
}{ $emir ->
    [0] {""}
   *[other] {" "}(the emir too)
}{ $frees ->
    [0] {""}
   *[other] ; frees the captive under it
}{ $carpet ->
    [0] {""}
    [1] ; a carpet
   *[other] ; Suleiman's carpet
}{ $wins ->
    [0] {""}
   *[other] ; the emir takes the emir and wins
}

emir-taken = { $side }: captive on { $points }
emir-emir-taken = { $side }: the emir is captive on { $points }
emir-freed = { $side }: free again on { $points }
emir-emir-freed = { $side }: the emir is free again on { $points }
emir-hit = { $count ->
    [one] { $side }: one hit back to the head
   *[other] { $side }: { $count } hit back to the head
}
emir-emir-hit = { $side }: the emir is hit back to the head
emir-barred = { $count ->
    [one] { $side }: one hit, it waits on the bar
   *[other] { $side }: { $count } hit, they wait on the bar
}
emir-emir-barred = { $side }: the emir is hit and waits on the bar
emir-entered = { $count ->
    [one] { $side }: one enters from the bar
   *[other] { $side }: { $count } enter from the bar
}
emir-safe = { $side }: the emir is home, where doubles do not hit it
emir-carpet = Carpet! { $side }: { $count } in a row
emir-suleiman = Suleiman's carpet! { $side }: { $count } in a row
emir-nukers-kept = { $count ->
    [one] { $side }: one nuker stays in reserve; no bearing off while it is there
   *[other] { $side }: { $count } nukers stay in reserve; no bearing off while they are there
}
emir-nukers-wait = { $count ->
    [one] { $side }: all are home, but the nuker in reserve keeps them from bearing off
   *[other] { $side }: all are home, but { $count } nukers in reserve keep them from bearing off
}
emir-doubled = { $side }: with the emir, so twice the points
emir-tally = Pips: { $white } – { $black }{ $nukers ->
    [0] {""}
   *[other] ; nukers: { $nukers_white } – { $nukers_black }
}{ $off ->
    [0] {""}
   *[other] ; off: { $off_white } – { $off_black }
}

emir-over = The game is over.
emir-roll-due = The dice have not been rolled yet.
emir-no-such-point = There is no point { $point }: points are 1–24.
emir-no-die = None of the dice left moves { $movement }.
emir-too-many = { $dice ->
    [one] There is only one die to play.
   *[other] There are only { $dice } dice to play.
}
emir-ended = The game is over before that: one movement ends it.
emir-must-use = { $most ->
    [one] As many dice as possible must be used: one can be, but not by what was typed.
   *[other] As many dice as possible must be used: { $most } can be.
}
emir-higher = Only one of the dice can be used, so it must be the higher one, { $die }.
emir-cannot-pass = You can move, so you cannot pass.
emir-empty = There is no checker on { $point }.
emir-not-yours = The checkers on { $point } are not yours.
emir-captive = Your checker on { $point } is captive until no enemy stands on it.
emir-head = { $most ->
    [one] Only one checker may leave the head in a turn.
   *[other] Only { $most } checkers may leave the head in this turn.
}
emir-closed = { $point } is closed: two or more enemies stand there.
emir-on-captive = { $point } is closed: an enemy stands there on your captive checker.
emir-at-home = The emir on { $point } is at home: a double cannot hit it.
emir-reserve = { $count ->
    [one] You cannot bear off yet: a nuker is left in reserve.
   *[other] You cannot bear off yet: { $count } nukers are left in reserve.
}
emir-bar = { $count ->
    [one] You cannot bear off yet: a checker waits on the bar.
   *[other] You cannot bear off yet: { $count } checkers wait on the bar.
}
emir-not-home = Not all are home yet: a checker stands on { $point }.
emir-behind = A higher die bears off from { $point } only if none stands behind; one stands on { $behind }.
emir-choice-due = Choose first what to do before the roll, or roll.
emir-rolled = That is done before the roll, and the dice have been rolled.
emir-no-nukers = You have no nukers left.
emir-nukers-left = { $count ->
    [one] You have only one nuker left.
   *[other] You have only { $count } nukers left.
}
emir-nowhere-for-nuker = A nuker goes on your emir or on your head where that checker is your only one; neither is so.
emir-not-for-nuker = A nuker goes on your emir or on your head where that checker is your only one; { $point } is not such a point.
emir-two-nukers = Two nukers at most are put at once.
emir-one-nuker-each = Only one nuker is put on { $point } at once.
emir-no-cover = You have no covering move.
emir-cover-head = A covering move does not begin from the head.
emir-cover-few = A covering move begins where three or more of yours stand on top; on { $point } there are fewer.
emir-cover-ahead = A covering move needs the point right ahead open; { $point } is closed.
emir-cover-room = Not all the checkers on { $point } find room before the end of your way.
emir-cover-wall = The checkers on { $point } cannot cross six closed points in a row.
emir-and-playable = { $refusal } You can play: { $turns }.

emir-rules =
    12 checkers each on the heads, 1 and 13, and 3 nukers in reserve; the 7th to leave is the emir. All go upward; homes: White 19–24, Black 7–12. One checker a turn leaves the head, two on the first turn with 3-3, 4-4, 6-6.
    Two or more enemies, or one on your captive, close a point. On a single enemy: other rolls capture it beneath you, doubles (four moves) hit it back to its head; if you stand there it waits on the bar. No hitting an emir at home.
    Before the roll one of these, or roll: a nuker on your lone emir and/or lone head checker; or lay out a stack of 3+, not the head's, over the next open points, capturing.
    All 15 at home: bear off; nukers left in reserve prevent it (settled by us). A higher die takes the rearmost.
    Emir takes emir 32, hits it 64. Else the loser pays: bar or head 8; reserve or outside 4 (twice with the emir); none off 2; else 1. Nobody can move: a draw (settled by us).
    cover-head=yes: lay out the head too.
    Writing: roll, nuker 1 5, cover 8, 1-7 1-6, 20-off, 7-12(4).
