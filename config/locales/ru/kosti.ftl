# Всё, что не относится к отдельной игре. Ключи сгруппированы по смыслу.

one-of = { $others } или { $last }
anyone = любого

## Справка

help =
    Настольные игры в этом чате. Команда — это ход, каждая позиция приходит картинкой.

    /play — выбрать игру кнопками; /play senegal @друг — вызвать друга (без @друг — играет первый, кто согласится)
        white или black выбирает сторону, to 5 — матч до 5 очков, 24h или 3d — часы на каждый ход, goal=fewest или movers=any — вариант игры
    /accept, /decline — ответить на вызов или предложение; /cancel — взять своё назад
    /move d2-d3, коротко /m d2-d3, или ответ на доску d2-d3 — сделать ход
    /board — показать доску; /moves — перечислить возможные ходы; /hand — ваша рука, только для вас
    /takeback — попросить ход назад; /draw — предложить ничью; /resign — сдаться; /rematch — ещё раз, поменявшись сторонами
    /nudge — напомнить сопернику; /claim — выиграть, если у него вышло время; /cancel 2 — бросить партию 2, если она толком не началась
    /games — что здесь играют
    /top — очки в этом чате; /top неделя, /top месяц, /top сезон, /top 2026-Q3; /top рейтинг — рейтинги всех чатов
    /rank — ваши очки, место и рейтинги (/rank @друг — друга); /history — последние результаты; /vs @друг — вы вдвоём
    /record — запись партии; /replay — партия как анимация; /dice — как ложились кости и как их проверить
    /rules — правила игры; /lang en — говорить по-английски; /theme night — цвета картинок; /notify off — без уведомлений
    /settings — что выбрал этот чат и могут поменять админы; /settings auto нет — единственный ход делать самому, /settings public да — имя в таблицах всех чатов, /settings block @кто-то — не принимать его вызовов
    /forget — забыть меня; /help — этот текст
    Если партий несколько, добавьте номер: /m #2 d2-d3, /board 2.

## Команды

unknown-command = Команды /{ $word } нет. Что есть, скажет /help.
usage-play = Вот так: /play senegal @друг white. Добавить можно to 5 (от 1 до 1000), 24h или 3d на ход, goal=fewest, movers=any.
usage-accept = Вот так: /accept или, если вызовов несколько, /accept 2.
usage-decline = Вот так: /decline или, если вызовов несколько, /decline 2.
usage-cancel = Вот так: /cancel или, если вызовов несколько, /cancel 2; /cancel 2 да бросает партию.
usage-move = Вот так: /move d2-d3 или, в партии 2, /move #2 d2-d3.
usage-board = Вот так: /board или, для партии 2, /board 2.
usage-moves = Вот так: /moves или, для партии 2, /moves 2.
usage-hand = Вот так: /hand или, в партии 2, /hand 2.
usage-takeback = Вот так: /takeback или, в партии 2, /takeback 2.
usage-draw = Вот так: /draw или, в партии 2, /draw 2.
usage-resign = Вот так: /resign или, в партии 2, /resign 2; /resign 2 матч — сдать весь матч.
usage-rematch = Вот так: /rematch или, после партии 2, /rematch 2.
usage-claim = Вот так: /claim или, в партии 2, /claim 2.
usage-nudge = Вот так: /nudge или, в партии 2, /nudge 2.
usage-replay = Вот так: /replay или, для партии 2, /replay 2.
usage-dice = Вот так: /dice или, для партии 2, /dice 2.
usage-settings = Вот так: /settings или /settings clock 24h.
usage-theme = Вот так: /theme night или, для всех здесь, /theme night chat.
usage-notify = Вот так: /notify off или /notify on.
usage-forget = Вот так: /forget.
usage-games = Вот так: /games.
usage-top = Вот так: /top, /top неделя, /top месяц senegal, /top 2026-Q3 или /top рейтинг senegal.
usage-rank = Вот так: /rank или /rank @друг.
usage-history = Вот так: /history или /history @друг.
usage-vs = Вот так: /vs @друг.
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
not-yet = /{ $word } пока нет.
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
challenge-clock = На каждый ход — { $time }.
challenge-answer = /accept { $number } — играем, /decline { $number } — нет, спасибо.
challenge-answer-open = /accept { $number } — играем.
challenge-self = Вызвать самого себя нельзя.
pointed-bot = { $name } — программа, а программы здесь не играют.
pointed-masked = Я не вижу, кто это написал: это сказано от имени чата или канала.
masked = Я не вижу, кто вы. Напишите от своего имени, а не от имени чата или канала.
too-many-commands =
    { $seconds ->
        [one] Слишком много команд подряд. Подождите { $seconds } секунду.
        [few] Слишком много команд подряд. Подождите { $seconds } секунды.
       *[other] Слишком много команд подряд. Подождите { $seconds } секунд.
    }
challenge-declined = { $challenger }, { $player } не принимает ваш вызов.
challenge-withdrawn = { $challenger } снимает вызов.
challenge-expired = На вызов { $number } никто не ответил ({ $challenger }, { $game }). Он снят.
challenge-blocked = { $player } не хочет получать от вас вызовы.
only-admins-challenge = В этом чате вызывают только админы.
not-played-here = Этот чат играет в другом месте.
game-not-played = В это здесь не играют, есть { $games }.
too-many-matches =
    { $most ->
        [one] Здесь идёт не больше { $most } партии сразу. Сначала доиграйте её.
       *[other] Здесь идёт не больше { $most } партий сразу. Сначала доиграйте одну.
    }
too-many-own =
    { $most ->
        [one] У вас здесь уже открыт { $most } вызов, больше нельзя. Снять его можно командой /cancel.
        [few] У вас здесь уже открыто { $most } вызова, больше нельзя. Снять один можно командой /cancel.
       *[other] У вас здесь уже открыто { $most } вызовов, больше нельзя. Снять один можно командой /cancel.
    }
too-many-waiting = { $player }: вызовов, которые ждут ответа, уже достаточно.
declined-lately =
    { $minutes ->
        [one] { $player }: ваш вызов только что отклонён. Попробуйте через { $minutes } минуту.
        [few] { $player }: ваш вызов только что отклонён. Попробуйте через { $minutes } минуты.
       *[other] { $player }: ваш вызов только что отклонён. Попробуйте через { $minutes } минут.
    }
challenge-waits = Ваш вызов { $number } уже ждёт ответа.
rematch-gone = Вашего соперника здесь больше нет.
no-match-over = Вы здесь ещё ничего не доиграли.
match-not-over = Партия { $number } ещё идёт.
challenge-not-yours = На вызов { $number } так ответить можете не вы.
no-such-challenge = Открытого вызова { $number } здесь нет.
which-challenge = Который: { $numbers }?
nothing-to-accept = Принимать вам здесь нечего.
nothing-to-decline = Отклонять вам здесь нечего.
nothing-to-cancel = Отменять вам здесь нечего.

## Выбор игры

which-rules = Какие правила?
pick-game = Во что сыграем?
pick-options = { $game }. Выберите, что хочется, или сразу начните.
pick-chosen = ✓ { $choice }
pick-other = { $choice }
pick-target =
    { $points ->
        [one] до { $points } очка
       *[other] до { $points } очков
    }
pick-go = Вызвать
pick-go-open = Искать соперника

## Кнопки

press-accept = Принять
press-decline = Отказаться
press-agree = Согласиться
press-refuse = Нет
press-resign = Да, сдаюсь
press-resign-deal = Этот раунд
press-resign-match = Весь матч
press-movement = { $text }
press-play = Сыграть { $text }
press-play-called = Сыграть: { $text }
press-undo = Шаг назад
press-more = Ещё
press-hand = Моя рука
press-board = Доска
press-rematch = Ещё раз
press-claim = Забрать победу
press-drop = Да, бросить
press-forget = Да, забыть меня
press-unknown = Этой кнопки я не знаю.
press-elsewhere = Эта кнопка из другого чата.
press-not-yours = Эта кнопка не для вас.
press-stale = Позиция с тех пор изменилась.

## Время

time-minutes =
    { $count ->
        [one] { $count } минута
        [few] { $count } минуты
       *[other] { $count } минут
    }
time-hours =
    { $count ->
        [one] { $count } час
        [few] { $count } часа
       *[other] { $count } часов
    }
time-days =
    { $count ->
        [one] { $count } день
        [few] { $count } дня
       *[other] { $count } дней
    }

## Игра

match-place = { $number } { $game }: { $one } – { $two }
match-opened = Партия идёт в своей теме: { $place }
match-begins = { $game }: поехали!
deal-begins = Матч, раунд { $deal }.
to-move = { $number }: ходит { $player } ({ $seat }).
to-move-so-far = { $number }: ходит { $player } ({ $seat }): { $movements } …
to-move-whole = { $number }: ходит { $player } ({ $seat }): { $movements }
to-move-foretold = { $number }: ходит { $player } ({ $seat }): { $movements } – { $foretold }
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
opening-roll = { $one } бросает { $die_one }, { $two } бросает { $die_two }: { $player } — { $seat }.
opening-tie = { $one } бросает { $die_one }, { $two } бросает { $die_two }: ещё раз.
rolled = { $player } бросает { $roll }
rolled-only = { $player } бросает { $roll }: { $action }, другого хода нет
rolled-passed = { $player } бросает { $roll }: хода нет
only-move = { $player }: { $action }, другого хода нет
turns-without-choice =
    { $count ->
        [one] { $count } ход без выбора:
        [few] { $count } хода без выбора:
       *[other] { $count } ходов без выбора:
    }
passed = { $player } пропускает ход
dealt-again = Сдача недействительна, сдаём снова.
moves-hidden = Так было бы видно скрытое.

## Руки

hand = Ваша рука в партии { $number }:
hand-open = В партии { $number } ничего не скрыто: всё покажет /board.
hand-not-dealt = Партия { $number } ещё не началась. Когда её примут, вы сможете посмотреть свою руку.
hands-unreached = В партии { $number } руки закрыты, а { $players } я пока не могу показать руку. Откройте чат со мной, нажмите «Начать» и примите вызов здесь ещё раз.

## Конец

resign-sure = Вы точно сдаёте партию { $number }? Тогда напишите /resign { $number } да.
resign-sure-deal = Вы точно сдаётесь? Напишите /resign { $number } раунд, чтобы сдать раунд партии { $number }, или /resign { $number } матч, чтобы сдать весь матч.
resign-sure-void = Ходили ещё не оба, и партия { $number } не будет засчитана. Чтобы бросить её, напишите /resign { $number } да.
resigned = { $player } сдаётся.
resigned-match = { $player } сдаёт матч.
claimed = Время вышло: { $player }.
claimed-absent = { $player } больше не здесь.
claim-own-turn = Сейчас ваш ход, забирать нечего.
claim-early = Время у соперника ещё есть ({ $player }): { $time }.
claim-no-clock =
    { $days ->
        [one] В этой партии нет часов. После { $days } дня тишины её можно бросить: /cancel с её номером.
       *[other] В этой партии нет часов. После { $days } дней тишины её можно бросить: /cancel с её номером.
    }
clock-warning = { $number }: { $player }, осталось времени: { $time }.
clock-flag = #{ $number }: время вышло ({ $player }). { $opponent }, можно забрать победу, /claim { $number }, или подождать.
nudged = { $number }: { $player }, вашего хода ждёт { $opponent }.
nudge-own-turn = Сейчас ваш собственный ход.
nudge-early = Ещё рано: напомнить можно не раньше чем через { $time }.
member-left = #{ $number }: { $player } больше не в этом чате. { $opponent }, можно подождать или, когда ход не ваш, забрать победу: /claim { $number }.
renumbered = Чат переехал: { $before } теперь { $number }.
member-returned = #{ $number }: { $player } снова здесь. Игра продолжается, { $opponent }.
lapsed = { $number }: здесь очень давно никто не ходил, и партия кончается.
drop-sure = Бросить партию { $number }? Она не будет засчитана. Тогда напишите /cancel { $number } да.
drop-not-yet =
    { $days ->
        [one] Оба уже сделали ход, партия засчитывается: сдаться можно командой /resign. Партию без часов можно бросить после { $days } дня тишины.
       *[other] Оба уже сделали ход, партия засчитывается: сдаться можно командой /resign. Партию без часов можно бросить после { $days } дней тишины.
    }
dropped-unbegun = { $player } бросает партию { $number }.
dropped-silent = { $player } бросает партию { $number } после долгой тишины.
dropped-admins = Админы прекращают партию { $number }.
dropped-admin = { $player }, админ, прекращает партию { $number }.
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
reason-time = у соперника вышло время или он ушёл
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
offer-gone = Этого предложения больше нет.
offer-own = Это ваше собственное предложение, отвечает на него соперник.
which-offer = О какой партии речь: { $numbers }? Добавьте её номер.
nothing-to-take-back = Брать назад вам нечего.
no-takeback-hidden = При закрытых руках ход назад не берут.
no-takeback-over-roll = Кости после этого уже брошены, и выпало бы то же самое: назад это не берут.
no-draws-in-this-game = В этой игре ничья по соглашению не бывает.

## Списки

games-match = { $number } { $game }: { $first } – { $second }, ходит { $next }
games-challenge = { $number } { $game }: { $challenger } вызывает { $invited }
games-none = Здесь ничего не играют. Начать можно командой /play.
record = Запись партии { $number }.

## Таблицы и рейтинги

top = Очки в этом чате
top-game = Очки в этом чате, { $game }
top-row =
    { $rank }. { $name } — { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    } (побед { $wins }, ничьих { $draws }, поражений { $losses })
top-none = Здесь ещё не доиграли ни одной партии.
top-period = Очки в этом чате, { $period }
top-game-period = Очки в этом чате, { $game }, { $period }
top-empty = Рейтинговых результатов там нет ни у кого.
period-week = { $week }-я неделя { $year } года
period-month =
    { $month ->
        [1] январь
        [2] февраль
        [3] март
        [4] апрель
        [5] май
        [6] июнь
        [7] июль
        [8] август
        [9] сентябрь
        [10] октябрь
        [11] ноябрь
       *[12] декабрь
    } { $year } года
period-season =
    { $season ->
        [1] январь–март
        [2] апрель–июнь
        [3] июль–сентябрь
       *[4] октябрь–декабрь
    } { $year } года
# Так пишут после /top.
word-week = неделя
word-month = месяц
word-season = сезон
word-rating = рейтинг
variant = { $game } ({ $options })
rating = Рейтинги всех чатов, { $game }
rating-row = { $rank }. { $name } — { $rating }
rating-row-unnamed = { $rank }. (без имени) — { $rating }
rating-unsettled = { $name } — { $rating }, для места слишком мало партий или они слишком давние
rating-none = Места пока ни у кого нет: для него нужно с десяток рейтинговых партий.
match-unrated =
    { $count ->
        [one] Эта партия не рейтинговая: сегодня вы вдвоём уже начали { $count } рейтинговую партию в эту игру.
        [few] Эта партия не рейтинговая: сегодня вы вдвоём уже начали { $count } рейтинговые партии в эту игру.
       *[other] Эта партия не рейтинговая: сегодня вы вдвоём уже начали { $count } рейтинговых партий в эту игру.
    }
career =
    { $name } в этом чате: место { $rank } из { $people }, { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[other] { $points } очков
    } (побед { $wins }, ничьих { $draws }, поражений { $losses })
career-none = { $name }: рейтинговых результатов в этом чате пока нет.
career-rating = { $game }: рейтинг { $rating }, место { $rank } из { $people } во всех чатах
career-unsettled =
    { $matches ->
        [one] { $game }: рейтинг { $rating } после { $matches } партии, места нет
       *[other] { $game }: рейтинг { $rating } после { $matches } партий, места нет
    }
several-such-people = Здесь несколько человек зовут «{ $name }».
no-such-person = Никого по имени «{ $name }» я здесь не знаю.
someone = кто-то
history = Последние результаты в этом чате
history-of = Последние результаты в этом чате, { $name }
history-of-none = { $name }: доигранных партий здесь пока нет.
history-won = { $date } { $number } { $game }: { $player } – { $opponent } { $points }:{ $against }, побеждает { $player }
history-drawn = { $date } { $number } { $game }: { $player } – { $opponent } { $points }:{ $against }, ничья
history-lost = { $date } { $number } { $game }: { $player } – { $opponent } { $points }:{ $against }, побеждает { $opponent }
history-unrated = { $line }, без рейтинга
versus = { $one } против { $two } в этом чате
versus-none = { $one } и { $two }: доигранных партий здесь пока нет.
versus-self = Против самого себя? Вот так: /vs @друг.
versus-game = { $game }: побед { $wins }, ничьих { $draws }, поражений { $losses }, очки { $points }:{ $against }
versus-all = Всего: побед { $wins }, ничьих { $draws }, поражений { $losses }, очки { $points }:{ $against }
replay = Партия { $number } с самого начала.
record-hidden = Раунд с закрытыми руками записывают, когда он окончен.
replay-hidden = Раунд с закрытыми руками показывают, когда он окончен.
no-chance-in-this-game = В партии { $number } нет костей.
dice =
    { $count ->
        [one] Случай партии { $number }: выпадал { $count } раз.
        [few] Случай партии { $number }: выпадал { $count } раза.
       *[other] Случай партии { $number }: выпадал { $count } раз.
    }
dice-commit = Закреплён до начала: SHA-256 { $commit }
dice-event = Смешан с { $event }
dice-seed = Зерно { $seed }: kosti dice verify проверит каждый бросок в записи (/record).
dice-match =
    { $rolls ->
        [one] В этой партии { $rolls } бросок: { $faces }; дублей { $doubles } % (обычно 17 %).
        [few] В этой партии { $rolls } броска: { $faces }; дублей { $doubles } % (обычно 17 %).
       *[other] В этой партии { $rolls } бросков: { $faces }; дублей { $doubles } % (обычно 17 %).
    }
dice-chat =
    { $rolls ->
        [one] В последних партиях здесь (их { $matches }) { $rolls } бросок: { $faces }; дублей { $doubles } %.
        [few] В последних партиях здесь (их { $matches }) { $rolls } броска: { $faces }; дублей { $doubles } %.
       *[other] В последних партиях здесь (их { $matches }) { $rolls } бросков: { $faces }; дублей { $doubles } %.
    }
dice-faces = ⚀ { $one }, ⚁ { $two }, ⚂ { $three }, ⚃ { $four }, ⚄ { $five }, ⚅ { $six }
dice-fit = У честных костей таких же или более неровных серий { $share } % (хи-квадрат { $whole },{ $tenths }).
dice-fit-rare = У честных костей таких неровных серий меньше 1 % (хи-квадрат { $whole },{ $tenths }).
dice-seed-later = Зерно откроется, когда партия кончится; тогда проверить можно каждый бросок.

## Настройки

settings = Этот чат (админы меняют так: /settings имя значение):
settings-own = Вы:
setting-language = language, язык: { $value }
setting-clock = clock, часы новых партий: { $value }
setting-games = games, игры: { $value }
setting-place = place, где играть: { $value }
setting-challengers = challengers, кто вызывает: { $value }
setting-matches = matches, партий сразу: { $value }
setting-quiet = quiet, ночью без уведомлений: { $value }
setting-zone = zone, часовой пояс: { $value }
setting-turn = turn, доска лицом к ходящему: { $value }
setting-delete = delete, удалять старые доски: { $value }
setting-threads = threads, каждой партии своя ветка или тема: { $value }
setting-legend = legend, показывать на доске, кто кого бьёт или какие разрезы грозят, где это есть: { $value }
setting-theme = theme, цвета: { $value }
setting-notify = /notify: { $value }
setting-own-theme = /theme: { $value }
setting-auto = auto, единственный ход сам собой: { $value }
setting-public = public, имя в таблицах всех чатов: { $value }
setting-blocked = не вызывают вас: { $value }
setting-on = да
setting-off = нет
setting-none = нет
setting-dice = в играх с костями
setting-all = все
setting-everywhere = везде
setting-here = здесь
setting-elsewhere = в другом месте
setting-everyone = все
setting-admins = админы
usage-setting-clock = Вот так: /settings clock 24h, 3d (от 1 часа до 14 дней) или нет.
usage-setting-games = Вот так: /settings games senegal, перечислив игры, или все.
usage-setting-place = Вот так: /settings place здесь или везде.
usage-setting-challengers = Вот так: /settings challengers админы или все.
usage-setting-matches = Вот так: /settings matches 10 (от 1 до 1000) или нет, тогда как обычно.
usage-setting-quiet = Вот так: /settings quiet 23-8 или нет.
usage-setting-zone = Вот так: /settings zone +3, на сколько часов этот чат впереди UTC.
usage-setting-turn = Вот так: /settings turn да или нет.
usage-setting-delete = Вот так: /settings delete да или нет.
usage-setting-threads = Вот так: /settings threads да или нет. В Telegram мне нужны права админа на управление темами, в Discord — права создавать публичные ветки и писать в них.
usage-setting-legend = Вот так: /settings legend да или нет.
usage-setting-auto = Вот так: /settings auto да, нет или кости (только в играх с костями).
usage-setting-public = Вот так: /settings public да или нет.
usage-setting-theme = Вот так: /settings theme birch, night или clear.
no-such-setting = Настройки «{ $word }» нет, есть { $names }; для себя — auto нет, public да, block или unblock @кого-то.
only-admins = Это меняют только админы чата.
block-self = Себя заблокировать нельзя.
blocked = { $player } больше не может вас вызвать.
unblocked = { $player } снова может вас вызвать.
public-on = В таблицах, которые видят другие чаты, вы названы: { $name }.
public-off = В таблицах, которые видят другие чаты, вашего имени нет.
theme-which = Какие цвета: { $names }?
theme-chosen = Теперь для вас я рисую цветами { $name }. Для всех здесь: /theme { $name } chat.
no-such-theme = Таких цветов нет, есть { $names }.
notify-on = Упоминания приходят вам с уведомлением. Без него: /notify off.
notify-off = Упоминания приходят вам без уведомления. С ним: /notify on.
forget-sure = Вы точно хотите, чтобы вас забыли? Ваши партии будут сданы, имя, учётная запись и настройки удалены; дальше будет говорить кто-то новый. Тогда напишите /forget да.
forgotten = Вы забыты.

## Языки

lang-which = Какой язык: { $codes }?
lang-chosen = Теперь я говорю с вами по-русски. Со всеми здесь: /lang { $code } chat.
lang-chat = Теперь я говорю здесь по-русски.
no-such-lang = На этом языке я не говорю, есть { $codes }.

## Списки команд

menu-play = Вызвать друга на игру или найти соперника
menu-accept = Принять вызов или предложение
menu-decline = Отклонить вызов или предложение
menu-cancel = Отозвать свой вызов или предложение, снять игру
menu-move = Сделать ход: /move d2-d3
menu-board = Показать доску
menu-moves = Показать возможные ходы
menu-hand = Показать вам одному вашу руку
menu-takeback = Попросить вернуть свой последний ход
menu-draw = Предложить ничью
menu-resign = Сдаться
menu-rematch = Сыграть ещё раз, поменявшись сторонами
menu-claim = Засчитать победу: у соперника вышло время или он ушёл
menu-nudge = Напомнить сопернику о ходе
menu-games = Что здесь играют
menu-top = У кого здесь больше очков
menu-rank = Ваши очки, место и рейтинги
menu-history = Последние результаты здесь
menu-vs = Вы против кого-то: общий счёт
menu-record = Запись игры файлом
menu-replay = Игра анимацией
menu-dice = Как ложились кости и как их проверить
menu-rules = Правила игры
menu-help = Все команды
menu-settings = Что выбрано в этом чате
menu-lang = Выбрать язык
menu-theme = Выбрать цвета картинок
menu-notify = Включить или выключить упоминания
menu-forget = Забыть меня

## Платформы

welcome = Здравствуйте! Я Kosti: здесь вы можете играть друг с другом в настольные игры. /play начинает игру, /rules объясняет правила, /help показывает все команды.
telegram-start = Здравствуйте! Я Kosti. Со мной люди играют друг с другом в малоизвестные настольные игры прямо в групповых чатах: сообщение — это ход, и каждая позиция приходит картинкой. Добавьте меня в группу и напишите там /play. Здесь можно прочитать правила (/rules) и выбрать язык (/lang).
telegram-alone = Здесь только вы и я, а сам я не играю. Добавьте меня в группу и напишите там /play.
telegram-add = Добавить меня в группу
telegram-open-first = Это только для вас, а писать вам лично я пока не могу. Откройте чат со мной, нажмите «Начать» и спросите ещё раз.
telegram-shown = Показываю в нашем с вами чате.
telegram-hand-where = В чате, где вы играете, нажмите «Моя рука» под доской: я покажу её здесь.
telegram-open = Открыть чат со мной
no-right-to-files = (Чтобы присылать картинки и файлы, мне нужно на это право.)
press-later = Попробуйте ещё раз чуть позже.

## Терминал

console-welcome =
    Kosti, чат в вашем терминале. Говорят здесь все по очереди: строка @имя … говорит от этого имени, /as имя переключает на него.
    Попробуйте: @anna /play senegal @boris, потом @boris /accept, потом @anna d2-d3. (Принять) нажимает самую новую кнопку с такой надписью. Остальное объяснит /help, выйти — /quit.
console-editing = Tab дополняет команды, имена, кнопки и ходы, ↑ возвращает набранное, Ctrl-D — выход.
console-garbled = Это не текст: терминал должен слать UTF-8.
console-long = Эта строка слишком длинная.
console-now = Теперь вы { $name }.
console-as = Вот так: /as anna.
console-name = Строка с @ в начале говорит от чьего-то имени: @anna /board.
console-no-button = Такой кнопки нет. Надпись в скобках нажимает самую новую: (Принять).
console-file = Файл: { $path }
console-picture = Картинка: { $path }

## Параметры команд, как их перечисляет Discord (не длиннее 100 знаков), и значения на выбор.

option-match = Номер партии, если их несколько
option-game = Игра
option-player = Человек
option-opponent = Кого вызвать; никого: кто захочет играть
option-to = До скольких очков играть
option-clock = Время на ход: 24h, 3d или noclock
option-more = Другие условия: white, goal=fewest и подобные
option-action = Ход: начните печатать или выберите
option-sure = Сделать, не переспрашивая
option-what = Что сдать
option-board = Какая таблица: week, month senegal, 2026-Q3, rating senegal
option-setting = Что выбрать
option-value = Каким это должно быть
option-language = Язык
option-chat = Для всех здесь
option-theme = Цвета
option-pings = Звать ли вас, когда ваш ход
choice-deal = Игру
choice-match = Весь матч
choice-en = English
choice-ru = Русский
choice-birch = Берёза
choice-night = Ночь
choice-clear = Ясная
choice-language = Язык
choice-clock = Часы
choice-games = Игры
choice-place = Где играет Kosti
choice-challengers = Кто может вызывать
choice-matches = Сколько партий сразу
choice-quiet = Тихие часы
choice-zone = Часовой пояс
choice-turn = Поворачивать доску к тому, чей ход
choice-delete = Удалять старые доски
choice-threads = Ветка или тема для каждой партии
choice-legend = Показывать, кто кого бьёт или что грозит
choice-theme = Цвета
choice-auto = Играть за меня единственный ход
choice-public = Показывать моё имя в общих таблицах
choice-block = Заблокировать кого-нибудь
choice-unblock = Разблокировать кого-нибудь

## Discord

discord-alone = Здесь только мы вдвоём, а сам я не играю. Добавьте меня на сервер и скажите там /play.
discord-add = Добавить меня на сервер
discord-ask-by-command = Это только для ваших глаз: спросите командой, тогда ответа не увидит никто другой.
guest-no-clock = Я здесь только гость и не смогу позвать вас вовремя, поэтому часы не пойдут.
