import { mapId, snapshotRef } from '../../patterns.mjs';

/** @type {import('../../task.mjs').Task} */
export const sheet = {
  id: 'sheet',
  size: 'large',
  make(random) {
    const cells = Object.fromEntries(
      Array.from({ length: 40 }, () => [
        `${random.pick(['A', 'B', 'C'])}${random.integer(1, 25)}`,
        String(random.integer(1, 99)),
      ]),
    );
    const number = [`${random.pick(['D', 'E'])}${random.integer(3, 12)}`, String(random.integer(100, 999))];
    const text = [`${random.pick(['F', 'G', 'H'])}${random.integer(13, 24)}`, random.pick(['paid', 'open', 'late'])];
    return {
      instruction: `In the sheet write ${number[1]} into the cell ${number[0]} and ${text[1]} into the cell ${text[0]}.`,
      data: { cells, number, text },
      expected: Object.fromEntries([number, text]),
      presses: [`cell ${number[0]}`, `cell ${text[0]}`, 'name', 'formula'],
    };
  },
  page({ root, h, result, style }, { cells }) {
    style(
      '.s{display:grid;grid-template-columns:40px repeat(10,90px)}.s div{border:1px solid #ddd;height:24px;padding:1px 3px;overflow:hidden}.s .head{background:#eee;text-align:center}.s .on{outline:2px solid #06c}',
    );
    const letters = 'ABCDEFGHIJ'.split('');
    const written = {};
    const elements = new Map();
    let current = 'A1';
    let draft;
    const name = h('input', { 'aria-label': 'Name box', size: 6, press: 'name' });
    const formula = h('input', { 'aria-label': 'Formula bar', size: 50, press: 'formula' });
    const select = (address) => {
      if (!elements.has(address)) return;
      elements.get(current).classList.remove('on');
      current = address;
      elements.get(current).classList.add('on');
      name.value = current;
      formula.value = elements.get(current).textContent;
    };
    const write = (value) => {
      elements.get(current).textContent = value;
      written[current] = value;
      result(written);
    };
    const grid = h(
      'div',
      { class: 's' },
      h('div', { class: 'head' }),
      letters.map((letter) => h('div', { class: 'head' }, letter)),
    );
    for (let row = 1; row <= 30; row += 1) {
      grid.append(h('div', { class: 'head' }, String(row)));
      for (const letter of letters) {
        const address = `${letter}${row}`;
        elements.set(address, h('div', { press: `cell ${address}`, place: address }, cells[address] ?? ''));
        grid.append(elements.get(address));
      }
    }
    grid.addEventListener('mousedown', (event) => {
      for (const [address, element] of elements) if (element === event.target) select(address);
      document.activeElement?.blur();
    });
    name.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') select(name.value.toUpperCase());
    });
    formula.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') write(formula.value);
    });
    document.addEventListener('keydown', (event) => {
      if (event.target === name || event.target === formula) return;
      if (event.key === 'Enter') {
        if (draft !== undefined) write(draft);
        draft = undefined;
      } else if (event.key.length === 1 && !event.ctrlKey) {
        draft = (draft ?? '') + event.key;
        elements.get(current).textContent = draft;
      }
    });
    root.append(h('h1', {}, 'Sheet'), h('div', {}, name, formula), grid);
    select('A1');
  },
  async handrail({ run, url, data: { number, text } }) {
    await run(['open', url]);
    const write = (/** @type {string[]} */ [address, value]) => [
      ['fill', mapId('TextInput', 'Name box'), address],
      ['press_key', 'Enter'],
      ['fill', mapId('TextInput', 'Formula bar'), value],
      ['press_key', 'Enter'],
    ];
    await run(...write(number), ...write(text));
  },
  async agentBrowser({ run, url, data: { number, text } }) {
    await run(['open', url], ['snapshot', '-i']);
    const write = (/** @type {string[]} */ [address, value]) => [
      ['fill', snapshotRef('textbox', 'Name box'), address],
      ['press', 'Enter'],
      ['fill', snapshotRef('textbox', 'Formula bar'), value],
      ['press', 'Enter'],
    ];
    await run(...write(number), ...write(text), ['screenshot']);
  },
};
