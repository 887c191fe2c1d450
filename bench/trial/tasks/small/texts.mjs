import { snapshotRef } from '../../patterns.mjs';

const sentences = [
  'The harbour opens at six in the morning.',
  'Bring two copies of the signed letter.',
  'All trains to the coast leave from platform nine.',
  'Our bakery sells warm rolls until noon.',
  'The lift is out of order this week.',
];

/** @type {import('../../task.mjs').Task} */
export const copyText = {
  id: 'copy-text',
  size: 'small',
  make(random) {
    const texts = Array.from({ length: 3 }, () => random.shuffle(sentences, 4).join(' '));
    const which = random.integer(1, 3);
    return {
      instruction: `Copy the whole text of text area ${which} into the field "Copy" and press "Submit".`,
      data: { texts, which },
      expected: texts[which - 1],
      presses: ['submit', 'field'],
    };
  },
  page({ root, h, result }, { texts }) {
    const copy = h('input', { 'aria-label': 'Copy', size: 60, press: 'field' });
    const areas = texts.map((text, index) => {
      const area = h('textarea', { 'aria-label': `Text area ${index + 1}`, rows: 3, cols: 50, press: 'field' });
      area.value = text;
      return h('div', {}, area);
    });
    root.append(
      h('h1', {}, 'Copy'),
      ...areas,
      copy,
      h('button', { press: 'submit', onclick: () => result(copy.value) }, 'Submit'),
    );
  },
  async handrail({ run, url, data: { texts, which } }) {
    const map = await run(['open', url]);
    const text = texts[which - 1];
    if (!map.includes(text)) await run(['extract_text', `Text area ${which}`]);
    await run(['fill', 'Copy', text], ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { texts, which } }) {
    const tree = await run(['open', url], ['snapshot', '-i']);
    const text = texts[which - 1];
    if (!tree.includes(text)) await run(['get', 'value', snapshotRef('textbox', `Text area ${which}`)]);
    await run(
      ['fill', snapshotRef('textbox', 'Copy'), text],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** @type {import('../../task.mjs').Task} */
export const findWord = {
  id: 'find-word',
  size: 'small',
  make(random) {
    const lines = random.shuffle(sentences);
    const line = random.integer(0, 4);
    const position = random.integer(1, 6);
    return {
      instruction: `Enter the ${ordinals[position]} word of the ${ordinals[line]} paragraph (without punctuation) and press "Submit".`,
      data: { lines, word: lines[line].replaceAll('.', '').split(' ')[position] },
      expected: lines[line].replaceAll('.', '').split(' ')[position],
      presses: ['submit', 'field'],
    };
  },
  page({ root, h, result }, { lines }) {
    const field = h('input', { placeholder: 'Word', press: 'field' });
    root.append(
      h('h1', {}, 'Notice'),
      ...lines.map((line) => h('p', {}, line)),
      field,
      h('button', { press: 'submit', onclick: () => result(field.value) }, 'Submit'),
    );
  },
  async handrail({ run, url, data: { lines, word } }) {
    const map = await run(['open', url]);
    if (!lines.every((line) => map.includes(line))) await run(['read_page']);
    await run(['fill', 'Word', word], ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { word } }) {
    await run(['open', url], ['snapshot']);
    await run(
      ['fill', snapshotRef('textbox', 'Word'), word],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};
