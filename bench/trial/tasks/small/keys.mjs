import { snapshotRef } from '../../patterns.mjs';

const phrases = [
  'Meet at noon near fountain',
  'Seven grey horses cross bridges',
  'Cheap tickets vanish within minutes',
];

/** @type {import('../../task.mjs').Task} */
export const boldText = {
  id: 'bold',
  size: 'small',
  make(random) {
    const phrase = random.pick(phrases);
    const word = random.pick(phrase.split(' ').slice(1));
    return {
      instruction: `In the editor make only the word "${word}" bold (button B), then press "Save".`,
      data: { phrase, word },
      expected: word,
      presses: ['bold', 'save'],
    };
  },
  page({ root, h, result, style }, { phrase }) {
    style(
      '.tool{display:inline-block;width:26px;text-align:center;border:1px solid #999;cursor:pointer}.ed{border:1px solid #666;width:420px;height:80px;padding:8px;font-size:20px}',
    );
    const editor = h('div', { class: 'ed', contenteditable: 'true' }, phrase);
    const tool = (letter, command) =>
      h(
        'span',
        {
          class: 'tool',
          press: command,
          onmousedown: (event) => event.preventDefault(),
          onclick: () => document.execCommand(command),
        },
        letter,
      );
    const save = () =>
      result(
        [...editor.querySelectorAll('b,strong')]
          .map(({ textContent }) => textContent)
          .join('|')
          .trim(),
      );
    root.append(
      h('h1', {}, 'Editor'),
      tool('B', 'bold'),
      tool('I', 'italic'),
      tool('U', 'underline'),
      editor,
      h('button', { press: 'save', onclick: save }, 'Save'),
    );
  },
  async handrail({ run, url, data: { phrase, word } }) {
    await run(['open', url]);
    await run(
      ['click', /\[(el_\d+)\] TextInput/],
      ...keysToWord(phrase, word).map((key) => ['press_key', key]),
      ['click', 'B'],
      ['click', 'Save'],
    );
  },
  async agentBrowser({ run, url, data: { phrase, word } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['click', /ref=(e\d+)\] editable/],
      ...keysToWord(phrase, word).map((key) => ['press', key]),
      ['click', snapshotRef('\\w+', 'B')],
      ['click', snapshotRef('button', 'Save')],
      ['snapshot', '-i'],
    );
  },
};

/** The keys that select a word of the editor's only line. @param {string} phrase @param {string} word */
function keysToWord(phrase, word) {
  return ['Home', ...Array(phrase.split(' ').indexOf(word)).fill('Control+ArrowRight'), 'Control+Shift+ArrowRight'];
}

/** @type {import('../../task.mjs').Task} */
export const terminal = {
  id: 'terminal',
  size: 'small',
  make(random) {
    const bases = random.shuffle(['river', 'table', 'cloud', 'stone', 'paper'], 4);
    const endings = random.shuffle(['gif', 'txt', 'zip', 'csv']);
    const ending = random.pick(endings);
    const files = bases.map((base, index) => `${base}.${endings[index]}`);
    return {
      instruction: `In the terminal, list the files with "ls" and delete the file that ends with .${ending} with "rm NAME".`,
      data: { files, target: files.find((name) => name.endsWith(ending)) },
      expected: files.find((name) => name.endsWith(ending)),
      presses: ['screen'],
    };
  },
  page({ root, h, result }, { files }) {
    const screen = h('pre', {
      style: 'background:#000;color:#0f0;width:500px;height:260px;padding:10px',
      press: 'screen',
    });
    let history = 'Type ls to list files.\n';
    let line = '';
    const draw = () => (screen.textContent = `${history}user$ ${line}█`);
    const execute = () => {
      const [command, name] = line.trim().split(/\s+/);
      history += `user$ ${line}\n`;
      if (command === 'ls') history += `${files.join('  ')}\n`;
      else if (command === 'rm' && files.includes(name)) {
        history += `removed ${name}\n`;
        files.splice(files.indexOf(name), 1);
        result(name);
      } else if (command) history += `${command}: not found\n`;
      line = '';
    };
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') execute();
      else if (event.key === 'Backspace') line = line.slice(0, -1);
      else if (event.key.length === 1) line += event.key;
      draw();
    });
    draw();
    root.append(h('h1', {}, 'Terminal'), screen);
  },
  async handrail({ run, url, data: { target } }) {
    await run(['open', url]);
    await run(['type', 'ls'], ['press_key', 'Enter']);
    await run(['type', `rm ${target}`], ['press_key', 'Enter']);
  },
  async agentBrowser({ run, url, data: { target } }) {
    await run(['open', url], ['snapshot']);
    // `keyboard type` reports "Done", but the page receives no letters. An agent that knows this presses each key.
    const keys = (/** @type {string} */ text) =>
      [...text, 'Enter'].map((key) => ['press', key === ' ' ? 'Space' : key]);
    await run(...keys('ls'), ['snapshot']);
    await run(...keys(`rm ${target}`), ['snapshot']);
  },
};

const places =
  'Aden Bari Cork Dover Essen Faro Ghent Hilo Izmir Jena Kiel Lodz Metz Nice Oslo Pisa Quito Riga Split Turin Ulm Vigo Worms Xian York Zug'.split(
    ' ',
  );

/** @type {import('../../task.mjs').Task} */
export const scrollList = {
  id: 'scroll-list',
  size: 'small',
  make(random) {
    const chosen = [random.pick(places.slice(0, 5)), random.pick(places.slice(9, 15)), random.pick(places.slice(19))];
    return {
      instruction: `In the list (it scrolls) select ${chosen.join(', ')} and nothing else, then press "Submit".`,
      data: { places, chosen },
      expected: chosen,
      presses: [...chosen.map((name) => `item ${name}`), 'submit'],
    };
  },
  page({ root, h, result, style }, { places: all }) {
    style('.l{height:150px;width:200px;overflow:auto;border:1px solid #666}.l div{padding:5px}.l .on{background:#9cf}');
    const list = h(
      'div',
      { class: 'l' },
      all.map((name) => h('div', { press: `item ${name}` }, name)),
    );
    list.addEventListener('click', (event) => {
      if (event.target !== list) event.target.classList.toggle('on');
    });
    const send = () => result([...list.querySelectorAll('.on')].map(({ textContent }) => textContent));
    root.append(h('h1', {}, 'Places'), list, h('button', { press: 'submit', onclick: send }, 'Submit'));
  },
  async handrail({ run, attempt, miss, url, data: { chosen } }) {
    await run(['open', url]);
    const output = await attempt(...chosen.map((name) => ['click', name]), ['click', 'Submit']);
    if (!/not_found/.test(output)) return;
    miss('the items of a list with one listener');
    await run(['get_page_content']);
    await run(...chosen.map((name) => ['click', `.l > :nth-child(${places.indexOf(name) + 1})`]), ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { chosen } }) {
    await run(['open', url], ['snapshot']);
    // A click on an item outside the visible part reports "Done", but presses nothing.
    const press = (/** @type {string} */ selector) => [
      ['scrollintoview', selector],
      ['click', selector],
    ];
    await run(
      ...chosen.flatMap((name) => press(`.l > :nth-child(${places.indexOf(name) + 1})`)),
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};
