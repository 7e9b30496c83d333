# Аштарашки: названия, отказы, правила.

ashtarashki-name = Аштарашки
ashtarashki-white = белые
ashtarashki-black = чёрные

ashtarashki-reason-finish = последняя горизонталь занята
ashtarashki-reason-blocked = ходов нет
ashtarashki-reason-complete = шашек не осталось

ashtarashki-over = Игра окончена.
ashtarashki-no-such-square = Поля { $square } на доске нет: вертикали a–h, горизонтали 1–8.
ashtarashki-light = Поле { $square } светлое, а шашки стоят только на тёмных.
ashtarashki-empty = На поле { $square } нет шашки.
ashtarashki-not-yours = Шашка на поле { $square } не ваша.
ashtarashki-otherwise = На поле { $square } стоит { $stone }.
ashtarashki-finished = Шашка на поле { $square } финишировала (F): она больше не ходит.
ashtarashki-not-diagonal = Ходят и бьют только по диагонали.
ashtarashki-too-far = Ход — на соседнее поле; бьют шашку на соседнем поле, становясь на её место.
ashtarashki-occupied = Поле { $square } занято.
ashtarashki-finished-is-safe = Шашка на поле { $square } финишировала (F): её не бьют.
ashtarashki-only-full-capture = { $stone } на поле { $square } бить не может: бьют только M, шашки, которые не отступали.
ashtarashki-does-not-beat = { $stone } не бьёт { $enemy } на поле { $square }: 3 бьёт 2, 2 бьёт 1, 1 бьёт 3, и каждая бьёт W.
ashtarashki-nothing-to-capture = На поле { $square } бить некого.
ashtarashki-stops-on-last-rank = На { $square }, последней горизонтали, шашка останавливается.
ashtarashki-wrong-suffix = Это записывается так: { $text }.
ashtarashki-capture-compulsory = Бить обязательно: { $captures }.
ashtarashki-stuck = Шашке на поле { $square } ходить некуда.
ashtarashki-unreachable = Такой шашкой на поле { $square } не пойти.
ashtarashki-and-capture = { $refusal } Бить обязательно: { $captures }.

ashtarashki-rules =
    Доска 8×8, играют на тёмных полях. У каждого 12 шашек: по четыре групп 1, 2 и 3. Начинают белые.
    Ход: по диагонали на соседнее пустое поле, вперёд или назад. Ход назад — отступление: M (полноправная) становится V, V — W, а W снимается с доски. Права не возвращаются.
    Взятие: M встаёт на место соседней чужой шашки, спереди или сзади: 3 бьёт 2, 2 бьёт 1, 1 бьёт 3, M или V, и каждая бьёт W. V и W не бьют. Бить обязательно, что — выбирает игрок; пока шашка может, она бьёт дальше. На последней горизонтали она останавливается (решено нами). Взятие назад — не отступление.
    Шашка, закончившая ход на последней горизонтали, финиширует (F): стоит до конца, её не бьют.
    Выигрывает тот, кто занял шашками F все четыре поля последней горизонтали, или чей соперник не может ходить: одно очко. У кого не осталось шашек, проигрывает два очка. Ничьих нет.
    Запись: M3b4, отступления M1d2V, V1d2W, Wb4Z, взятие M3:b6:c7; или одни поля: c3-b4, a5:b6:c7.
