import { mapLine, snapshotLine } from '../../patterns.mjs';

const rowNames = ['top', 'middle', 'bottom'];
const columnNames = ['left', 'centre', 'right'];

/** @type {import('../../task.mjs').Task} */
export const ticTacToe = {
  id: 'tic-tac-toe',
  size: 'small',
  make(random) {
    const cells = random.shuffle(['X', 'X', 'O', '', '', '', '', 'O', 'X']);
    const index = random.pick(cells.flatMap((mark, position) => (mark ? [] : [position])));
    const row = Math.floor(index / 3);
    const column = index % 3;
    return {
      instruction: `Put an O into the ${rowNames[row]} row, ${columnNames[column]} column of the board.`,
      data: { cells, index, row, column },
      expected: index,
      presses: [`cell ${index}`],
    };
  },
  page({ root, h, result, style }, { cells }) {
    style(
      '.board{display:grid;grid-template-columns:repeat(3,70px);gap:2px;background:#333;width:214px}.board div{background:#fff;height:70px;font-size:40px;text-align:center}',
    );
    const squares = cells.map((mark, index) => h('div', { press: `cell ${index}`, place: `cell ${index}` }, mark));
    const board = h('div', { class: 'board' }, squares);
    board.addEventListener('click', (event) => {
      const index = squares.indexOf(event.target);
      if (index < 0 || cells[index]) return;
      squares[index].textContent = 'O';
      result(index);
    });
    root.append(h('h1', {}, 'Tic-tac-toe'), board);
  },
  async handrail({ run, press, url, data: { index, row, column } }) {
    await run(['open', url]);
    await press([{ pattern: mapLine(`row ${row + 1},? column ${column + 1}\\b`), name: `cell ${index}` }]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { index } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([{ pattern: /no name of a cell/, name: `cell ${index}` }]);
  },
};

const colours = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'black', 'pink', 'gray', 'brown'];

/** @type {import('../../task.mjs').Task} */
export const colourBoxes = {
  id: 'colour-boxes',
  size: 'small',
  make(random) {
    const order = random.shuffle(colours, 8);
    const [first, second] = random.shuffle(order, 2);
    return {
      instruction: `Press the ${first} box, then the ${second} box.`,
      data: { order, first, second },
      expected: [first, second],
      presses: [`box ${first}`, `box ${second}`],
    };
  },
  page({ root, h, result }, { order }) {
    const pressed = [];
    const box = (colour) =>
      h('div', {
        style: `display:inline-block;width:60px;height:60px;margin:6px;background:${colour}`,
        press: `box ${colour}`,
        place: colour,
        onclick() {
          pressed.push(colour);
          result(pressed);
        },
      });
    root.append(h('h1', {}, 'Colours'), h('div', { style: 'width:320px' }, order.map(box)));
  },
  async handrail({ run, press, url, data: { first, second } }) {
    await run(['open', url]);
    await press([
      { pattern: mapLine(`\\b${first}\\b`), name: first },
      { pattern: mapLine(`\\b${second}\\b`), name: second },
    ]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { first, second } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([
      { pattern: snapshotLine(`"${first}"`), name: first },
      { pattern: snapshotLine(`"${second}"`), name: second },
    ]);
  },
};

/** @type {import('../../task.mjs').Task} */
export const seatMap = {
  id: 'seats',
  size: 'small',
  make(random) {
    const taken = random.shuffle(
      Array.from({ length: 48 }, (_, index) => index),
      16,
    );
    const free = Array.from({ length: 48 }, (_, index) => index).filter((index) => !taken.includes(index));
    const index = random.pick(free);
    const seat = `${'ABCDEF'[Math.floor(index / 8)]}${(index % 8) + 1}`;
    return {
      instruction: `Reserve seat ${seat} (row ${seat[0]}, number ${seat[1]}), then press "Book".`,
      data: { taken, seat, row: Math.floor(index / 8), column: index % 8 },
      expected: [seat],
      presses: [`seat ${seat}`, 'book'],
    };
  },
  page({ root, h, result, style }, { taken }) {
    style(
      '.row{display:flex;gap:6px;margin:4px}.row>*{width:26px;height:26px;text-align:center}.seat{background:#7c7;border-radius:6px}.taken{background:#bbb}.mine{background:#06c}',
    );
    const chosen = [];
    const seatOf = new Map();
    const rows = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter, row) =>
      h(
        'div',
        { class: 'row' },
        h('span', {}, letter),
        Array.from({ length: 8 }, (_, column) => {
          const name = `${letter}${column + 1}`;
          const isTaken = taken.includes(row * 8 + column);
          const seat = h('div', { class: isTaken ? 'seat taken' : 'seat', press: `seat ${name}`, place: name });
          if (!isTaken) seatOf.set(seat, name);
          return seat;
        }),
      ),
    );
    const hall = h(
      'div',
      {},
      h(
        'div',
        { class: 'row' },
        h('span', {}),
        Array.from({ length: 8 }, (_, column) => h('span', {}, String(column + 1))),
      ),
      rows,
    );
    hall.addEventListener('click', (event) => {
      const name = seatOf.get(event.target);
      if (!name) return;
      event.target.classList.toggle('mine');
      if (chosen.includes(name)) chosen.splice(chosen.indexOf(name), 1);
      else chosen.push(name);
    });
    root.append(h('h1', {}, 'Hall'), hall, h('button', { press: 'book', onclick: () => result(chosen) }, 'Book'));
  },
  async handrail({ run, press, url, data: { seat, row, column } }) {
    await run(['open', url]);
    await press(
      [
        {
          pattern: mapLine(
            `(?:${seat}\\b|row ${row + 2},? column ${column + 2}\\b|row ${row + 1},? column ${column + 1}\\b)`,
          ),
          name: seat,
        },
      ],
      ['click', 'Book'],
    );
  },
  async agentBrowser({ run, place, screenshot, miss, clickAt, url, data: { seat } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    miss(seat);
    const { x, y } = await place(seat);
    await run(...clickAt(x, y), ['find', 'text', 'Book', 'click'], ['snapshot', '-i']);
  },
};

const symbols = ['★', '♞', '☂', '♫', '⚓'];

/** @type {import('../../task.mjs').Task} */
export const memory = {
  id: 'memory',
  size: 'small',
  make(random) {
    const chosen = random.shuffle(symbols, 3);
    return {
      instruction: 'Find the three pairs of cards. Two cards that differ are turned face down again after a moment.',
      data: { cards: random.shuffle([...chosen, ...chosen]) },
      expected: 3,
      presses: ['card*'],
    };
  },
  page({ root, h, result, style }, { cards }) {
    style(
      '.card{display:inline-block;width:70px;height:90px;margin:6px;background:#246;color:#246;font-size:44px;text-align:center;cursor:pointer}.up{background:#eee;color:#000}',
    );
    let open = [];
    let pairs = 0;
    const turn = (element, symbol) => {
      if (element.classList.contains('up') || open.length === 2) return;
      element.classList.add('up');
      open.push({ element, symbol });
      if (open.length < 2) return;
      if (open[0].symbol === open[1].symbol) {
        open = [];
        pairs += 1;
        result(pairs);
        return;
      }
      setTimeout(() => {
        for (const card of open) card.element.classList.remove('up');
        open = [];
      }, 700);
    };
    const card = (symbol, index) =>
      h(
        'div',
        {
          class: 'card',
          press: `card ${index}`,
          place: `card ${index}`,
          onclick: (event) => turn(event.currentTarget, symbol),
        },
        symbol,
      );
    root.append(h('h1', {}, 'Memory'), h('div', { style: 'width:280px' }, cards.map(card)));
  },
  async handrail({ run, miss, find, url, data: { cards } }) {
    const map = await run(['open', url]);
    if (cards.every((symbol) => map.includes(symbol))) miss('the map shows the symbols of cards that lie face down');
    const ids = [...map.matchAll(/\[(el_\d+)\]/g)].map(([, id]) => id).slice(-6);
    if (ids.length < 6 || !find(/el_/)) throw new Error('The map has fewer than six cards.');
    const click = (index) => ['click', ids[index]];
    const waitForTurn = ['wait', '1'];
    await run(click(0), click(1), waitForTurn, click(2), click(3), waitForTurn, click(4), click(5));
    await run(waitForTurn, ...pairsOf(cards).map(click));
  },
  async agentBrowser({ run, url, data: { cards } }) {
    const tree = await run(['open', url], ['snapshot', '-i']);
    const refs = [...tree.matchAll(/ref=(e\d+)/g)].map(([, id]) => `@${id}`).slice(-6);
    const click = (index) => ['click', refs[index]];
    const look = (index) => [click(index), click(index + 1), ['snapshot', '-i'], ['screenshot'], ['wait', '1000']];
    await run(...look(0), ...look(2), ...look(4));
    await run(...pairsOf(cards).map(click), ['snapshot', '-i']);
  },
};

/** The positions of the cards, pair after pair; pairs that lie side by side at the start are already found. @param {string[]} cards */
function pairsOf(cards) {
  const found = [0, 2, 4].filter((index) => cards[index] === cards[index + 1]).map((index) => cards[index]);
  return [...new Set(cards)]
    .filter((symbol) => !found.includes(symbol))
    .flatMap((symbol) => [cards.indexOf(symbol), cards.lastIndexOf(symbol)]);
}
