# Everything that is no game's. Keys are grouped by what they belong to.

one-of = { $others } or { $last }
anyone = anyone

## Help

help =
    Board games in this chat. A command is a move, every position comes back as a picture.

    /play senegal @friend – challenge a friend (without @friend: whoever accepts first)
        white or black chooses your side, to 5 makes a match to 5 points, goal=fewest or movers=any a variant
    /accept, /decline – answer a challenge or an offer; /cancel – take your own back
    /move d2-d3, short /m d2-d3, or answer the board with d2-d3 – play
    /board – show the board; /moves – list the legal moves
    /takeback – offer to take your last move back; /draw – offer a draw; /resign – give up
    /games – what is played here; /top – points in this chat; /record – the record of a game
    /rules – the rules of a game; /lang ru – speak Russian (/lang ru chat: to everybody)
    /help – this text
    With several games at once add the number: /m #2 d2-d3, /board 2.

## Commands

unknown-command = There is no command /{ $word }. /help lists what there is.
usage-play = Like this: /play senegal @friend white. Options: to 5 (1 to 1000), goal=fewest, movers=any.
usage-accept = Like this: /accept, or /accept 2 when there are several.
usage-decline = Like this: /decline, or /decline 2 when there are several.
usage-cancel = Like this: /cancel, or /cancel 2 when there are several.
usage-move = Like this: /move d2-d3, or /move #2 d2-d3 in game 2.
usage-board = Like this: /board, or /board 2 for game 2.
usage-moves = Like this: /moves, or /moves 2 for game 2.
usage-takeback = Like this: /takeback, or /takeback 2 in game 2.
usage-draw = Like this: /draw, or /draw 2 in game 2.
usage-resign = Like this: /resign, or /resign 2 in game 2.
usage-games = Like this: /games.
usage-top = Like this: /top, or /top senegal for one game.
usage-record = Like this: /record, or /record 2 for game 2.
usage-rules = Like this: /rules senegal.
usage-help = Like this: /help.
usage-lang = Like this: /lang en, or /lang en chat for everybody here.

no-such-game = There is no game “{ $word }”: choose { $games }. A friend is written with @, like @{ $word }.
which-game = Which game: { $games }?
no-such-seat = “{ $word }” is no side: choose { $seats }. A friend is written with @, like @{ $word }.
no-options = This game has no options, so no “{ $key }” either.
no-such-option = There is no option “{ $key }”: choose { $options }.
no-such-value = “{ $key }” cannot be “{ $value }”: choose { $values }.
option-repeated = The option “{ $key }” is given twice.

## Challenges

challenge = { $challenger } challenges { $invited }: { $game }.
challenge-open = { $challenger } looks for an opponent: { $game }.
challenge-target =
    { $points ->
        [one] A match to { $points } point.
       *[other] A match to { $points } points.
    }
challenge-seat = { $challenger } plays { $seat }.
seats-are-rolled = In this game the opening roll gives the sides.
challenge-commit = The dice are fixed by SHA-256 { $commit }.
challenge-answer = /accept { $number } – let's play, /decline { $number } – no, thanks.
challenge-answer-open = /accept { $number } – let's play.
challenge-self = You cannot challenge yourself.
challenge-declined = { $player } declines the challenge of { $challenger }.
challenge-withdrawn = { $challenger } withdraws the challenge.
challenge-not-yours = Challenge { $number } is not for you to answer this way.
no-such-challenge = There is no open challenge { $number } here.
which-challenge = Which one: { $numbers }?
nothing-to-accept = There is nothing here for you to accept.
nothing-to-decline = There is nothing here for you to decline.
nothing-to-cancel = You have nothing open here to take back.

## Playing

match-begins = { $game }: here we go!
deal-begins = Round { $deal } of the match.
to-move = { $number }: { $player } ({ $seat }) to move.
moved = { $player }: { $action }
not-a-move = I do not read this as a move. A move is written like { $example }; /moves lists them all.
ambiguous-move = This can mean { $actions }. Which one?
not-your-game = You do not play in this game.
not-your-turn = It is not your turn: { $player } is to move.
match-is-over = Game { $number } is over.
no-match-here = No game is played here. /play begins one.
no-such-match = There is no game { $number } here.
match-elsewhere = Game { $number } is played elsewhere.
which-match = Which game do you mean: { $matches }? Add its number: /m #2 d2-d3, /board 2.
moves =
    { $count ->
        [one] One legal move: { $actions }
       *[other] { $count } legal moves: { $actions }
    }
opening-roll = { $one } rolls { $die_one }, { $two } rolls { $die_two }.
rolled = { $player } rolls { $roll }
passed = { $player } has to pass
dealt-again = The deal is void and is dealt again.
moves-hidden = You would see hidden things by that.

## Ends

resign-sure = Do you really resign game { $number }? Then say /resign { $number } yes.
resign-sure-deal = Do you really resign this round of game { $number }? Then say /resign { $number } yes.
resign-sure-void = Not both of you have moved yet, so game { $number } would not count. To drop it, say /resign { $number } yes.
resigned = { $player } resigns.
deal-won =
    { $points ->
        [one] { $number }: { $player } ({ $seat }) wins, { $reason }: { $points } point.
       *[other] { $number }: { $player } ({ $seat }) wins, { $reason }: { $points } points.
    }
deal-drawn = { $number }: a draw, { $reason }.
deal-void = { $number } does not count.
score = Score: { $one } { $points_one }, { $two } { $points_two }.
reason-resign = the other side resigned
reason-time = the other side ran out of time
reason-agreed = by agreement
reason-void = it does not count

## Offers

draw-offered = { $player } offers { $opponent } a draw: /accept { $number } or /decline { $number }.
draw-accepted = { $player } agrees to a draw.
takeback-offered = { $player } asks { $opponent } to take the last move back: /accept { $number } or /decline { $number }.
takeback-accepted = { $player } agrees: the move is taken back.
offer-declined = { $player } declines the offer.
offer-withdrawn = { $player } withdraws the offer.
offer-waits = Your opponent's offer waits for your answer: /accept or /decline.
offer-repeated = You have offered this already; it stands until the next move.
which-offer = Which game do you mean: { $numbers }? Add its number.
nothing-to-take-back = You have no move to take back.
no-takeback-hidden = Nothing is taken back while hands are hidden.
no-draws-in-this-game = This game knows no agreed draws.

## Lists

games-match = { $number } { $game }: { $first } – { $second }, { $next } to move
games-challenge = { $number } { $game }: { $challenger } challenges { $invited }
games-none = Nothing is played here. /play begins a game.
top = Points in this chat
top-game = Points in this chat, { $game }
top-row =
    { $rank }. { $name } – { $points ->
        [one] { $points } point
       *[other] { $points } points
    } (won { $wins }, drawn { $draws }, lost { $losses })
top-none = No game has been finished here yet.
record = The record of game { $number }.

## Languages

lang-which = Which language: { $codes }?
lang-chosen = I speak English with you now. For everybody here: /lang { $code } chat.
lang-chat = I speak English here now.
no-such-lang = I do not speak that: choose { $codes }.

## Console

console-welcome =
    Kosti, a chat in your terminal. Everybody speaks here in turn: a line @name … speaks as that person, /as name switches to one.
    Try: @anna /play senegal @boris, then @boris /accept, then @anna d2-d3. /help explains the rest, /quit leaves.
console-long = That line is too long.
console-now = You speak as { $name } now.
console-as = Like this: /as anna.
console-name = A line beginning with @ speaks as someone: @anna /board.
console-file = File: { $path }
console-picture = Picture: { $path }
