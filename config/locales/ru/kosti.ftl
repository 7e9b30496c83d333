# Всё, что не относится к отдельной игре. Ключи сгруппированы по смыслу.

one-of = { $others } или { $last }
anyone = любого

## Справка

help =
    Настольные игры в этом чате. Команда — это ход, каждая позиция приходит картинкой.

    /play senegal @друг — вызвать друга (без @друг — играет первый, кто согласится)
        white или black выбирает сторону, to 5 — матч до 5 очков, goal=fewest или movers=any — вариант игры
    /accept, /decline — ответить на вызов или предложение; /cancel — взять своё назад
    /move d2-d3, коротко /m d2-d3, или ответ на доску d2-d3 — сделать ход
    /board — показать доску; /moves — перечислить возможные ходы
    /takeback — попросить ход назад; /draw — предложить ничью; /resign — сдаться
    /games — что здесь играют; /top — очки в этом чате; /record — запись партии
    /rules — правила игры; /lang en — говорить по-английски (/lang en chat — со всеми)
    /help — этот текст
    Если партий несколько, добавьте номер: /m #2 d2-d3, /board 2.

## Команды

unknown-command = Команды /{ $word } нет. Что есть, скажет /help.
usage-play = Вот так: /play senegal @друг white. Добавить можно to 5 (от 1 до 1000), goal=fewest, movers=any.
usage-accept = Вот так: /accept или, если вызовов несколько, /accept 2.
usage-decline = Вот так: /decline или, если вызовов несколько, /decline 2.
usage-cancel = Вот так: /cancel или, если вызовов несколько, /cancel 2.
usage-move = Вот так: /move d2-d3 или, в партии 2, /move #2 d2-d3.
usage-board = Вот так: /board или, для партии 2, /board 2.
usage-moves = Вот так: /moves или, для партии 2, /moves 2.
usage-takeback = Вот так: /takeback или, в партии 2, /takeback 2.
usage-draw = Вот так: /draw или, в партии 2, /draw 2.
usage-resign = Вот так: /resign или, в партии 2, /resign 2.
usage-games = Вот так: /games.
usage-top = Вот так: /top или, для одной игры, /top senegal.
usage-record = Вот так: /record или, для партии 2, /record 2.
usage-rules = Вот так: /rules senegal.
usage-help = Вот так: /help.
usage-lang = Вот так: /lang ru или, для всех здесь, /lang ru chat.

no-such-game = Игры «{ $word }» нет, есть { $games }. Друга пишут с @, вот так: @{ $word }.
which-game = Какая игра: { $games }?
no-such-seat = Стороны «{ $word }» нет, есть { $seats }. Друга пишут с @, вот так: @{ $word }.
no-options = У этой игры нет вариантов, так что и «{ $key }» нет.
no-such-option = Варианта «{ $key }» нет, есть { $options }.
no-such-value = «{ $key }» не бывает «{ $value }», бывает { $values }.
option-repeated = Вариант «{ $key }» указан дважды.

## Вызовы

challenge = { $challenger } вызывает { $invited }: { $game }.
challenge-open = { $challenger } ищет соперника: { $game }.
challenge-target =
    { $points ->
        [one] Матч до { $points } очка.
       *[other] Матч до { $points } очков.
    }
challenge-seat = { $challenger } — { $seat }.
seats-are-rolled = В этой игре стороны решает первый бросок.
challenge-commit = Кости закреплены: SHA-256 { $commit }.
challenge-answer = /accept { $number } — играем, /decline { $number } — нет, спасибо.
challenge-answer-open = /accept { $number } — играем.
challenge-self = Вызвать самого себя нельзя.
challenge-declined = { $player } не принимает вызов { $challenger }.
challenge-withdrawn = { $challenger } снимает вызов.
challenge-not-yours = На вызов { $number } так ответить можете не вы.
no-such-challenge = Открытого вызова { $number } здесь нет.
which-challenge = Который: { $numbers }?
nothing-to-accept = Принимать вам здесь нечего.
nothing-to-decline = Отклонять вам здесь нечего.
nothing-to-cancel = Отменять вам здесь нечего.

## Игра

match-begins = { $game }: поехали!
deal-begins = Матч, раунд { $deal }.
to-move = { $number }: ходит { $player } ({ $seat }).
moved = { $player }: { $action }
not-a-move = Это не похоже на ход. Ход пишут так: { $example }; все ходы покажет /moves.
ambiguous-move = Это может значить { $actions }. Что именно?
not-your-game = Вы не играете в этой партии.
not-your-turn = Сейчас не ваш ход: ходит { $player }.
match-is-over = Партия { $number } окончена.
no-match-here = Здесь сейчас не играют. Начать можно командой /play.
no-such-match = Партии { $number } здесь нет.
match-elsewhere = Партию { $number } играют не здесь.
which-match = О какой партии речь: { $matches }? Добавьте её номер: /m #2 d2-d3, /board 2.
moves =
    { $count ->
        [one] { $count } возможный ход: { $actions }
        [few] { $count } возможных хода: { $actions }
       *[other] { $count } возможных ходов: { $actions }
    }
opening-roll = { $one } бросает { $die_one }, { $two } бросает { $die_two }.
rolled = { $player } бросает { $roll }
passed = { $player } пропускает ход
dealt-again = Сдача недействительна, сдаём снова.
moves-hidden = Так было бы видно скрытое.

## Конец

resign-sure = Вы точно сдаёте партию { $number }? Тогда напишите /resign { $number } да.
resign-sure-deal = Вы точно сдаёте этот раунд партии { $number }? Тогда напишите /resign { $number } да.
resign-sure-void = Ещё не оба сделали ход, и партия { $number } не будет засчитана. Чтобы бросить её, напишите /resign { $number } да.
resigned = { $player } сдаётся.
deal-won =
    { $points ->
        [one] { $number }: выигрывает { $player } ({ $seat }), { $reason }: { $points } очко.
        [few] { $number }: выигрывает { $player } ({ $seat }), { $reason }: { $points } очка.
       *[other] { $number }: выигрывает { $player } ({ $seat }), { $reason }: { $points } очков.
    }
deal-drawn = { $number }: ничья, { $reason }.
deal-void = Партия { $number } не засчитывается.
score = Счёт: { $one } { $points_one }, { $two } { $points_two }.
reason-resign = соперник сдался
reason-time = у соперника вышло время
reason-agreed = по соглашению
reason-void = партия не засчитывается

## Предложения

draw-offered = { $player } предлагает { $opponent } ничью: /accept { $number } или /decline { $number }.
draw-accepted = { $player } соглашается на ничью.
takeback-offered = { $player } просит { $opponent } вернуть последний ход: /accept { $number } или /decline { $number }.
takeback-accepted = { $player } соглашается: ход взят назад.
offer-declined = { $player } отклоняет предложение.
offer-withdrawn = { $player } снимает предложение.
offer-waits = Предложение соперника ждёт вашего ответа: /accept или /decline.
offer-repeated = Вы это уже предложили; предложение в силе до следующего хода.
which-offer = О какой партии речь: { $numbers }? Добавьте её номер.
nothing-to-take-back = Брать назад вам нечего.
no-takeback-hidden = При закрытых руках ход назад не берут.
no-draws-in-this-game = В этой игре ничья по соглашению не бывает.

## Списки

games-match = { $number } { $game }: { $first } – { $second }, ходит { $next }
games-challenge = { $number } { $game }: { $challenger } вызывает { $invited }
games-none = Здесь ничего не играют. Начать можно командой /play.
top = Очки в этом чате
top-game = Очки в этом чате, { $game }
top-row =
    { $rank }. { $name } — { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    } (побед { $wins }, ничьих { $draws }, поражений { $losses })
top-none = Здесь ещё не доиграли ни одной партии.
record = Запись партии { $number }.

## Языки

lang-which = Какой язык: { $codes }?
lang-chosen = Теперь я говорю с вами по-русски. Со всеми здесь: /lang { $code } chat.
lang-chat = Теперь я говорю здесь по-русски.
no-such-lang = На этом языке я не говорю, есть { $codes }.

## Терминал

console-welcome =
    Kosti, чат в вашем терминале. Говорят здесь все по очереди: строка @имя … говорит от этого имени, /as имя переключает на него.
    Попробуйте: @anna /play senegal @boris, потом @boris /accept, потом @anna d2-d3. Остальное объяснит /help, выйти — /quit.
console-long = Эта строка слишком длинная.
console-now = Теперь вы { $name }.
console-as = Вот так: /as anna.
console-name = Строка с @ в начале говорит от чьего-то имени: @anna /board.
console-file = Файл: { $path }
console-picture = Картинка: { $path }
