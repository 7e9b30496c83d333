# Everything that is no game's. Keys are grouped by what they belong to.

one-of = { $others } or { $last }
anyone = anyone

## Help

help =
    Board games in this chat. A command is a move, every position comes back as a picture.

    /play – choose a game by buttons; /play senegal @friend – challenge a friend (without @friend: whoever accepts first)
        white or black chooses your side, to 5 makes a match to 5 points, 24h or 3d a clock for each move, goal=fewest or movers=any a variant
    /accept, /decline – answer a challenge or an offer; /cancel – take your own back
    /move d2-d3, short /m d2-d3, or answer the board with d2-d3 – play
    /board – show the board; /moves – list the legal moves; /hand – your own hand, for your eyes only
    /takeback – offer to take your last move back; /draw – offer a draw; /resign – give up; /rematch – once more, sides changed
    /nudge – remind your opponent; /claim – win when the clock has run out; /cancel 2 – drop game 2 if it never really began
    /games – what is played here
    /top – points in this chat; /top week, /top month, /top season, /top 2026-Q3; /top rating – ratings everywhere
    /rank – your points, place and ratings (/rank @friend: a friend's); /history – the last results; /vs @friend – you two
    /record – the record of a game; /replay – the game as an animation; /dice – how the dice fell, and how they can be checked
    /rules – the rules of a game; /lang ru – speak Russian; /theme night – colours of pictures; /notify off – no pings
    /settings – what this chat has chosen, and its admins can change; /settings auto off – press the only move yourself, /settings public on – be named on boards of all chats, /settings block @someone – no challenges from them
    /forget – forget me; /help – this text
    With several games at once add the number: /m #2 d2-d3, /board 2.

## Commands

unknown-command = There is no command /{ $word }. /help lists what there is.
usage-play = Like this: /play senegal @friend white. Options: to 5 (1 to 1000), 24h or 3d for each move, goal=fewest, movers=any.
usage-accept = Like this: /accept, or /accept 2 when there are several.
usage-decline = Like this: /decline, or /decline 2 when there are several.
usage-cancel = Like this: /cancel, or /cancel 2 when there are several; /cancel 2 yes drops a game.
usage-move = Like this: /move d2-d3, or /move #2 d2-d3 in game 2.
usage-board = Like this: /board, or /board 2 for game 2.
usage-moves = Like this: /moves, or /moves 2 for game 2.
usage-hand = Like this: /hand, or /hand 2 in game 2.
usage-takeback = Like this: /takeback, or /takeback 2 in game 2.
usage-draw = Like this: /draw, or /draw 2 in game 2.
usage-resign = Like this: /resign, or /resign 2 in game 2; /resign 2 match gives up a whole match.
usage-rematch = Like this: /rematch, or /rematch 2 after game 2.
usage-claim = Like this: /claim, or /claim 2 in game 2.
usage-nudge = Like this: /nudge, or /nudge 2 in game 2.
usage-replay = Like this: /replay, or /replay 2 for game 2.
usage-dice = Like this: /dice, or /dice 2 for game 2.
usage-settings = Like this: /settings, or /settings clock 24h.
usage-theme = Like this: /theme night, or /theme night chat for everybody here.
usage-notify = Like this: /notify off, or /notify on.
usage-forget = Like this: /forget.
usage-games = Like this: /games.
usage-top = Like this: /top, /top week, /top month senegal, /top 2026-Q3 or /top rating senegal.
usage-rank = Like this: /rank, or /rank @friend.
usage-history = Like this: /history, or /history @friend.
usage-vs = Like this: /vs @friend.
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
not-yet = /{ $word } is not there yet.
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
challenge-clock = Each move within { $time }.
challenge-answer = /accept { $number } – let's play, /decline { $number } – no, thanks.
challenge-answer-open = /accept { $number } – let's play.
challenge-self = You cannot challenge yourself.
pointed-bot = { $name } is a program, and programs do not play here.
pointed-masked = I cannot see who wrote that: it was said as a chat or a channel.
masked = I cannot see who you are. Write as yourself, not as the chat or a channel.
too-many-commands =
    { $seconds ->
        [one] Too many commands in a row. Wait { $seconds } second.
       *[other] Too many commands in a row. Wait { $seconds } seconds.
    }
challenge-declined = { $player } declines the challenge of { $challenger }.
challenge-withdrawn = { $challenger } withdraws the challenge.
challenge-expired = Nobody answered the challenge { $number } of { $challenger }: { $game }. It is over.
challenge-blocked = { $player } does not want to be challenged by you.
only-admins-challenge = Only the admins of this chat challenge here.
not-played-here = This chat plays elsewhere.
game-not-played = This chat does not play that: choose { $games }.
too-many-matches =
    { $most ->
        [one] Only { $most } game is played here at a time.
       *[other] Only { $most } games are played here at a time. Finish one first.
    }
too-many-own =
    { $most ->
        [one] You have { $most } challenge open here; more cannot be. /cancel takes it back.
       *[other] You have { $most } challenges open here; more cannot be. /cancel takes one back.
    }
too-many-waiting = Enough challenges wait for { $player } already.
declined-lately =
    { $minutes ->
        [one] { $player } has just declined. Try again in { $minutes } minute.
       *[other] { $player } has just declined. Try again in { $minutes } minutes.
    }
challenge-waits = Your challenge { $number } waits for an answer already.
rematch-gone = Your opponent is not here any more.
no-match-over = You have not finished a game here yet.
match-not-over = Game { $number } is still being played.
challenge-not-yours = Challenge { $number } is not for you to answer this way.
no-such-challenge = There is no open challenge { $number } here.
which-challenge = Which one: { $numbers }?
nothing-to-accept = There is nothing here for you to accept.
nothing-to-decline = There is nothing here for you to decline.
nothing-to-cancel = You have nothing open here to take back.

## Choosing what to play

which-rules = Which rules?
pick-game = What do you want to play?
pick-options = { $game }. Choose what you like, or just begin.
pick-chosen = ✓ { $choice }
pick-other = { $choice }
pick-target =
    { $points ->
        [one] to { $points } point
       *[other] to { $points } points
    }
pick-go = Challenge
pick-go-open = Look for an opponent

## Buttons

press-accept = Accept
press-decline = Decline
press-agree = Agree
press-refuse = No
press-resign = Yes, I resign
press-resign-deal = This round
press-resign-match = The whole match
press-movement = { $text }
press-play = Play { $text }
press-play-called = Play { $text }
press-undo = Undo
press-more = More
press-hand = My hand
press-board = Board
press-rematch = Rematch
press-claim = Claim the win
press-drop = Yes, drop it
press-forget = Yes, forget me
press-unknown = That button is not one that I know.
press-elsewhere = That button belongs to another chat.
press-not-yours = That button is not for you.
press-stale = The position has changed since then.

## Times

time-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
time-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
time-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }

## Playing

match-place = { $number } { $game }: { $one } – { $two }
match-opened = It is played in its own topic: { $place }
match-begins = { $game }: here we go!
deal-begins = Round { $deal } of the match.
to-move = { $number }: { $player } ({ $seat }) to move.
to-move-so-far = { $number }: { $player } ({ $seat }) to move: { $movements } …
to-move-whole = { $number }: { $player } ({ $seat }) to move: { $movements }
to-move-foretold = { $number }: { $player } ({ $seat }) to move: { $movements } – { $foretold }
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
opening-roll = { $one } rolls { $die_one }, { $two } rolls { $die_two }: { $player } plays { $seat }.
opening-tie = { $one } rolls { $die_one }, { $two } rolls { $die_two }: once more.
rolled = { $player } rolls { $roll }
rolled-only = { $player } rolls { $roll }: { $action }, the only move
rolled-passed = { $player } rolls { $roll }: no move
only-move = { $player }: { $action }, the only move
turns-without-choice =
    { $count ->
        [one] { $count } turn without a choice:
       *[other] { $count } turns without a choice:
    }
passed = { $player } has to pass
dealt-again = The deal is void and is dealt again.
moves-hidden = You would see hidden things by that.

## Hands

hand = Your hand in game { $number }:
hand-open = Nothing is hidden in game { $number }: /board shows it all.
hand-not-dealt = Game { $number } has not begun. Once it is accepted, you can look at your hand.
hands-unreached = Hands are closed in game { $number }, and I may not show { $players } theirs yet. Open a chat with me, press Start, then accept again here.

## Ends

resign-sure = Do you really resign game { $number }? Then say /resign { $number } yes.
resign-sure-deal = Do you really resign? Say /resign { $number } deal for this round of game { $number }, /resign { $number } match for the whole match.
resign-sure-void = Not both of you have moved yet, so game { $number } would not count. To drop it, say /resign { $number } yes.
resigned = { $player } resigns.
resigned-match = { $player } gives up the match.
claimed = The time of { $player } has run out.
claimed-absent = { $player } has left the game.
claim-own-turn = It is your turn: there is nothing to claim.
claim-early = { $player } still has { $time }.
claim-no-clock =
    { $days ->
        [one] This game has no clock. After { $days } day of silence /cancel with its number drops it.
       *[other] This game has no clock. After { $days } days of silence /cancel with its number drops it.
    }
clock-warning = { $number }: { $player }, you have { $time } left.
clock-flag = #{ $number }: the time of { $player } has run out. { $opponent }, you can /claim { $number } the win, or wait.
nudged = { $number }: { $player }, { $opponent } is waiting for your move.
nudge-own-turn = It is your own turn.
nudge-early = Not yet: you can remind your opponent in { $time }.
member-left = #{ $number }: { $player } has left the chat. { $opponent }, you can wait, or /claim { $number } when it is { $player }'s turn.
renumbered = The chat has moved: what was { $before } is { $number } now.
member-returned = #{ $number }: { $player } is back. The game goes on, { $opponent }.
lapsed = { $number }: nobody has played on for very long, so the game ends.
drop-sure = Drop game { $number }? It would count for nothing. Then say /cancel { $number } yes.
drop-not-yet =
    { $days ->
        [one] Both of you have moved, so the game counts: /resign gives it up. A game without a clock can be dropped after { $days } day of silence.
       *[other] Both of you have moved, so the game counts: /resign gives it up. A game without a clock can be dropped after { $days } days of silence.
    }
dropped-unbegun = { $player } drops game { $number }.
dropped-silent = { $player } drops game { $number } after a long silence.
dropped-admins = The admins end game { $number }.
dropped-admin = { $player }, an admin, ends game { $number }.
deal-won =
    { $points ->
        [one] { $number }: { $player } ({ $seat }) wins, { $reason }: { $points } point.
       *[other] { $number }: { $player } ({ $seat }) wins, { $reason }: { $points } points.
    }
deal-drawn = { $number }: a draw, { $reason }.
deal-void = { $number } does not count.
score = Score: { $one } { $points_one }, { $two } { $points_two }.
reason-resign = the other side resigned
reason-time = the other side ran out of time or left
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
offer-gone = That offer is over.
offer-own = It is your own offer: the other player answers it.
which-offer = Which game do you mean: { $numbers }? Add its number.
nothing-to-take-back = You have no move to take back.
no-takeback-hidden = Nothing is taken back while hands are hidden.
no-takeback-over-roll = The dice have been rolled behind it, and would fall the same: that is not taken back.
no-draws-in-this-game = This game knows no agreed draws.

## Lists

games-match = { $number } { $game }: { $first } – { $second }, { $next } to move
games-challenge = { $number } { $game }: { $challenger } challenges { $invited }
games-none = Nothing is played here. /play begins a game.
record = The record of game { $number }.

## Boards and ratings

top = Points in this chat
top-game = Points in this chat, { $game }
top-row =
    { $rank }. { $name } – { $points ->
        [one] { $points } point
       *[other] { $points } points
    } (won { $wins }, drawn { $draws }, lost { $losses })
top-none = No game has been finished here yet.
top-period = Points in this chat, { $period }
top-game-period = Points in this chat, { $game }, { $period }
top-empty = Nobody has a rated result there.
period-week = week { $week } of { $year }
period-month =
    { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    } { $year }
period-season =
    { $season ->
        [1] January to March
        [2] April to June
        [3] July to September
       *[4] October to December
    } { $year }
# As typed after /top.
word-week = week
word-month = month
word-season = season
word-rating = rating
variant = { $game } ({ $options })
rating = Ratings of all chats, { $game }
rating-row = { $rank }. { $name } – { $rating }
rating-row-unnamed = { $rank }. (unnamed) – { $rating }
rating-unsettled = { $name } – { $rating }, too few or too old games for a place
rating-none = Nobody has a place yet: it takes about a dozen rated games.
match-unrated =
    { $count ->
        [one] This game is not rated: you two have begun { $count } rated game of this kind today.
       *[other] This game is not rated: you two have begun { $count } rated games of this kind today.
    }
career =
    { $name } in this chat: place { $rank } of { $people }, { $points ->
        [one] { $points } point
       *[other] { $points } points
    } (won { $wins }, drawn { $draws }, lost { $losses })
career-none = { $name } has no rated result in this chat yet.
career-rating = { $game }: rating { $rating }, place { $rank } of { $people } in all chats
career-unsettled =
    { $matches ->
        [one] { $game }: rating { $rating } after { $matches } game, no place
       *[other] { $game }: rating { $rating } after { $matches } games, no place
    }
several-such-people = Several people here are called “{ $name }”.
no-such-person = I know nobody called “{ $name }” here.
someone = someone
history = The last results in this chat
history-of = The last results of { $name } in this chat
history-of-none = { $name } has finished no game here yet.
history-won = { $date } { $number } { $game }: { $player } beat { $opponent } { $points }:{ $against }
history-drawn = { $date } { $number } { $game }: { $player } drew with { $opponent } { $points }:{ $against }
history-lost = { $date } { $number } { $game }: { $player } lost to { $opponent } { $points }:{ $against }
history-unrated = { $line }, not rated
versus = { $one } against { $two } in this chat
versus-none = { $one } and { $two } have finished no game here yet.
versus-self = Against yourself? Like this: /vs @friend.
versus-game = { $game }: won { $wins }, drawn { $draws }, lost { $losses }, points { $points }:{ $against }
versus-all = Together: won { $wins }, drawn { $draws }, lost { $losses }, points { $points }:{ $against }
replay = Game { $number } from its beginning.
record-hidden = A round with hidden hands is recorded when it is over.
replay-hidden = A round with hidden hands is shown when it is over.
no-chance-in-this-game = Game { $number } knows no dice.
dice =
    { $count ->
        [one] The chance of game { $number }: drawn { $count } time.
       *[other] The chance of game { $number }: drawn { $count } times.
    }
dice-commit = Fixed before it began by SHA-256 { $commit }
dice-event = Mixed with { $event }
dice-seed = Seed { $seed }: kosti dice verify checks every roll in the /record.
dice-match =
    { $rolls ->
        [one] One roll in this game: { $faces }.
       *[other] { $rolls } rolls in this game: { $faces }; { $doubles } % doubles (usual are 17 %).
    }
dice-chat =
    { $rolls ->
        [one] One roll in the newest games here: { $faces }.
       *[other] { $rolls } rolls in the newest { $matches } games here: { $faces }; { $doubles } % doubles.
    }
dice-faces = ⚀ { $one }, ⚁ { $two }, ⚂ { $three }, ⚃ { $four }, ⚄ { $five }, ⚅ { $six }
dice-fit = { $share } % of such series with fair dice are at least as uneven (chi-square { $whole }.{ $tenths }).
dice-fit-rare = Less than 1 % of such series with fair dice are as uneven (chi-square { $whole }.{ $tenths }).
dice-seed-later = The seed is told when the game is over; then every roll can be checked.

## Settings

settings = This chat (its admins change it with /settings name value):
settings-own = You:
setting-language = language: { $value }
setting-clock = clock, for new games: { $value }
setting-games = games: { $value }
setting-place = place, where games are played: { $value }
setting-challengers = challengers, who may challenge: { $value }
setting-matches = matches, at a time: { $value }
setting-quiet = quiet, no pings at night: { $value }
setting-zone = zone, the time of this chat: { $value }
setting-turn = turn, boards face the player to move: { $value }
setting-delete = delete, old boards: { $value }
setting-threads = threads, a thread or topic for each game: { $value }
setting-legend = legend, boards show who beats whom, or which cuts are threatened, where a game has that: { $value }
setting-theme = theme, colours of pictures: { $value }
setting-notify = /notify: { $value }
setting-own-theme = /theme: { $value }
setting-auto = auto, play the only move for you: { $value }
setting-public = public, named on boards of all chats: { $value }
setting-blocked = blocked: { $value }
setting-on = on
setting-off = off
setting-none = none
setting-dice = in games with dice
setting-all = all
setting-everywhere = everywhere
setting-here = here
setting-elsewhere = elsewhere
setting-everyone = everyone
setting-admins = admins
usage-setting-clock = Like this: /settings clock 24h, 3d (1 hour to 14 days) or none.
usage-setting-games = Like this: /settings games senegal, with the games that may be played, or all.
usage-setting-place = Like this: /settings place here, or all.
usage-setting-challengers = Like this: /settings challengers admins, or everyone.
usage-setting-matches = Like this: /settings matches 10 (1 to 1000), or none for the usual number.
usage-setting-quiet = Like this: /settings quiet 23-8, or off.
usage-setting-zone = Like this: /settings zone +3, the hours by which this chat is ahead of UTC.
usage-setting-turn = Like this: /settings turn on, or off.
usage-setting-delete = Like this: /settings delete on, or off.
usage-setting-threads = Like this: /settings threads on, or off. On Telegram I need to be an admin who manages topics, on Discord the right to create public threads and to write in them.
usage-setting-legend = Like this: /settings legend on, or off.
usage-setting-auto = Like this: /settings auto on, off or dice (only in games with dice).
usage-setting-public = Like this: /settings public on, or off.
usage-setting-theme = Like this: /settings theme birch, night or clear.
no-such-setting = There is no setting “{ $word }”: choose { $names }; for yourself auto off, public on, block or unblock @someone.
only-admins = Only the admins of this chat change that.
block-self = You cannot block yourself.
blocked = { $player } cannot challenge you any more.
unblocked = { $player } can challenge you again.
public-on = You are named as { $name } on boards that other chats see.
public-off = You are not named on boards that other chats see.
theme-which = Which colours: { $names }?
theme-chosen = I draw in { $name } for you now. For everybody here: /theme { $name } chat.
no-such-theme = There are no such colours: choose { $names }.
notify-on = Mentions notify you. /notify off ends that.
notify-off = Mentions do not notify you. /notify on begins that again.
forget-sure = Do you really want to be forgotten? Your games are given up, your name, account and settings removed; what you say after that is said by somebody new. Then say /forget yes.
forgotten = You are forgotten.

## Languages

lang-which = Which language: { $codes }?
lang-chosen = I speak English with you now. For everybody here: /lang { $code } chat.
lang-chat = I speak English here now.
no-such-lang = I do not speak that: choose { $codes }.

## Lists of commands

menu-play = Challenge a friend to a game, or whoever wants to play
menu-accept = Accept a challenge or an offer
menu-decline = Decline a challenge or an offer
menu-cancel = Take back your challenge or offer, drop a game
menu-move = Make a move: /move d2-d3
menu-board = Show the board
menu-moves = List the legal moves
menu-hand = Show your own hand, to you alone
menu-takeback = Offer to take your last move back
menu-draw = Offer a draw
menu-resign = Give up
menu-rematch = Play once more, sides changed
menu-claim = Win when your opponent is out of time or has left
menu-nudge = Remind your opponent
menu-games = What is played here
menu-top = Who has the most points here
menu-rank = Your points, place and ratings
menu-history = The last results here
menu-vs = You against somebody: the score
menu-record = The record of a game as a file
menu-replay = A game as an animation
menu-dice = How the dice fell, and how they can be checked
menu-rules = The rules of a game
menu-help = What there is to say
menu-settings = What this chat has chosen
menu-lang = Choose a language
menu-theme = Choose the colours of pictures
menu-notify = Switch pings on or off
menu-forget = Be forgotten

## Platforms

welcome = Hello! I am Kosti: you play board games with each other right here. /play begins a game, /rules explains it, /help lists everything.
telegram-start = Hello! I am Kosti. I let people play little-known board games with each other inside their group chats: a message is a move, and every position comes back as a picture. Add me to a group and say /play there. Here you can read the /rules, or choose your language with /lang.
telegram-alone = There are only the two of us here, and I do not play myself. Add me to a group and say /play there.
telegram-add = Add me to a group
telegram-open-first = That is for your eyes only, and I may not write to you yet. Open a chat with me, press Start, and ask again.
telegram-shown = I show it to you in our chat.
telegram-hand-where = In the chat where you play, press “My hand” below the board: I show it to you here.
telegram-open = Open a chat with me
no-right-to-files = (For pictures and files I need the right to send them here.)
press-later = Try again in a moment.

## Console

console-welcome =
    Kosti, a chat in your terminal. Everybody speaks here in turn: a line @name … speaks as that person, /as name switches to one.
    Try: @anna /play senegal @boris, then @boris /accept, then @anna d2-d3. (Accept) presses the newest button of that name. /help explains the rest, /quit leaves.
console-editing = Tab completes commands, names, buttons and moves, ↑ brings back what you typed, Ctrl-D leaves.
console-garbled = That is no text: the terminal has to send UTF-8.
console-long = That line is too long.
console-now = You speak as { $name } now.
console-as = Like this: /as anna.
console-name = A line beginning with @ speaks as someone: @anna /board.
console-no-button = There is no such button. A label in parentheses presses the newest one: (Accept).
console-file = File: { $path }
console-picture = Picture: { $path }

## Options of commands, as Discord lists them (at most 100 characters), and their choices.

option-match = The number of the game, if there are several
option-game = The game
option-player = The person
option-opponent = Whom you challenge; nobody: whoever wants to play
option-to = Points to play to
option-clock = Time for each move: 24h, 3d, or noclock
option-more = More options: white, goal=fewest and the like
option-action = The move: begin to type, or choose
option-sure = Do it without asking once more
option-what = What you give up
option-board = Which board: week, month senegal, 2026-Q3, rating senegal
option-setting = What to choose
option-value = What it is to be
option-language = The language
option-chat = For everybody here
option-theme = The colours
option-pings = Whether you are called when it is your turn
choice-deal = The deal
choice-match = The whole match
choice-en = English
choice-ru = Русский
choice-birch = Birch
choice-night = Night
choice-clear = Clear
choice-language = Language
choice-clock = Clock
choice-games = Games
choice-place = Where Kosti plays
choice-challengers = Who may challenge
choice-matches = Most games at a time
choice-quiet = Quiet hours
choice-zone = Time zone
choice-turn = Turn boards to who moves
choice-delete = Delete old boards
choice-threads = A thread or topic for each game
choice-legend = Show who beats whom, or threatened cuts
choice-theme = Theme
choice-auto = Play the only move for me
choice-public = Show my name on public boards
choice-block = Block somebody
choice-unblock = Unblock somebody

## Discord

discord-alone = There are only the two of us here, and I do not play myself. Add me to a server and say /play there.
discord-add = Add me to a server
discord-ask-by-command = That is for your eyes only: ask by a command, so that nobody else sees the answer.
guest-no-clock = I am only a guest here and could not call you in time, so no clock can run.
