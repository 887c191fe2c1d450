import { snapshotRef } from '../../patterns.mjs';

const sections = ['Geography', 'Climate', 'Economy', 'Transport'];
const editors = ['Quill', 'Marten', 'Osprey', 'Wren', 'Lynx', 'Otter'];

/** @type {import('../../task.mjs').Task} */
export const wiki = {
  id: 'wiki',
  size: 'large',
  make(random) {
    const section = random.pick(sections);
    const texts = Object.fromEntries(
      sections.map((name) => [
        name,
        `${name} of the region. The value of the year was ${random.integer(100, 499)} units. `
          .repeat(1)
          .concat('More words follow here so that the section is long enough to read. '.repeat(8).trim()),
      ]),
    );
    const before = /was (\d+)/.exec(texts[section])[1];
    const after = String(random.integer(500, 999));
    const summary = `Correct the value ${after}`;
    const edits = random.shuffle(editors).map((user) => ({ user, bytes: random.integer(-90, 90) }));
    const largest = edits.toSorted((a, b) => b.bytes - a.bytes)[0];
    return {
      instruction: `In the section "${section}" replace the number ${before} by ${after}. Save it as a minor edit with the summary "${summary}". Then open the history and press "thank" for the edit that added the most bytes.`,
      data: { texts, section, before, after, summary, edits, largest: largest.user },
      expected: { section, text: texts[section].replace(before, after), summary, isMinor: true, thanked: largest.user },
      presses: [`edit ${section}`, 'text', 'summary', 'minor', 'save', 'history', `thank ${largest.user}`],
    };
  },
  page({ root, h, result, path, style }, { texts, edits }) {
    style('.bar a{margin-right:14px}textarea{width:800px;height:160px}h2 a{font-size:13px}');
    const saved = () => JSON.parse(sessionStorage.getItem('wiki') ?? 'null');
    const bar = h(
      'div',
      { class: 'bar' },
      h('a', { href: '/t/wiki', press: 'page' }, 'Page'),
      h('a', { href: '/t/wiki/history', press: 'history' }, 'History'),
      h('a', { href: '/t/wiki/talk', press: 'talk' }, 'Talk'),
    );
    const [action, section] = path.split('/');
    if (action === 'edit') {
      const text = h('textarea', { 'aria-label': 'Text', press: 'text' });
      text.value = texts[section];
      const summary = h('input', { size: 60, press: 'summary' });
      const minor = h('input', { type: 'checkbox', press: 'minor' });
      const save = () => {
        sessionStorage.setItem(
          'wiki',
          JSON.stringify({ section, text: text.value, summary: summary.value, isMinor: minor.checked }),
        );
        location.href = '/t/wiki';
      };
      root.append(
        bar,
        h('h1', {}, `Editing ${section}`),
        text,
        h('p', {}, h('label', {}, 'Summary ', summary)),
        h('p', {}, h('label', {}, minor, 'This is a minor edit')),
        h('button', { press: 'save', onclick: save }, 'Save page'),
        h('button', { press: 'preview' }, 'Preview'),
      );
    } else if (action === 'history') {
      const mine = saved();
      const thank = (event, user) => {
        event.preventDefault();
        event.target.replaceWith('thanked');
        result({ ...mine, thanked: user });
      };
      const item = ({ user, bytes }) =>
        h(
          'li',
          {},
          `${user} (${bytes > 0 ? '+' : ''}${bytes} bytes) `,
          h('a', { href: '#', press: `undo ${user}` }, 'undo'),
          ' ',
          h('a', { href: '#', press: `thank ${user}`, onclick: (event) => thank(event, user) }, 'thank'),
        );
      root.append(
        bar,
        h('h1', {}, 'History'),
        h(
          'ul',
          {},
          mine ? h('li', {}, `You: ${mine.summary}${mine.isMinor ? ' (minor)' : ''}`) : undefined,
          edits.map(item),
        ),
      );
    } else {
      const mine = saved();
      const content = Object.entries(texts).flatMap(([name, text]) => [
        h('h2', {}, `${name} `, h('a', { href: `/t/wiki/edit/${name}`, press: `edit ${name}` }, '[edit]')),
        h('p', {}, mine?.section === name ? mine.text : text),
      ]);
      root.append(bar, h('h1', {}, 'The region'), ...content);
    }
  },
  async handrail({ run, url, data: { texts, section, before, after, summary, largest } }) {
    await run(['open', url]);
    const map = await run(['click', new RegExp(`"${section}[^\\n]*?\\n?[^\\n]*?\\[(el_\\d+)\\] Link "\\[edit\\]"`)]);
    if (!map.includes(texts[section])) await run(['extract_text', 'Text']);
    await run(
      ['fill', 'Text', texts[section].replace(before, after)],
      ['fill', 'Summary', summary],
      ['check', 'This is a minor edit'],
      ['click', 'Save page'],
      ['click', 'History'],
    );
    await run(['click', new RegExp(`${largest} [\\s\\S]*?\\[(el_\\d+)\\] Link "thank"`)]);
  },
  async agentBrowser({ run, url, data: { texts, section, before, after, summary, largest } }) {
    await run(['open', url], ['snapshot', '-i']);
    const tree = await run(
      ['click', new RegExp(`"${section}[\\s\\S]*?link "\\[edit\\]" \\[[^\\]]*ref=(e\\d+)`)],
      ['wait', '--text', 'Save page'],
      ['snapshot', '-i'],
    );
    if (!tree.includes(texts[section])) await run(['get', 'value', snapshotRef('textbox', 'Text')]);
    await run(
      ['fill', snapshotRef('textbox', 'Text'), texts[section].replace(before, after)],
      ['fill', snapshotRef('textbox', 'Summary'), summary],
      ['check', snapshotRef('checkbox', 'This is a minor edit')],
      ['click', snapshotRef('button', 'Save page')],
      ['wait', '--text', 'The region'],
      ['find', 'role', 'link', 'click', '--name', 'History'],
      ['wait', '--text', 'undo'],
      ['snapshot'],
    );
    await run(['click', new RegExp(`${largest} [\\s\\S]*?link "thank" \\[[^\\]]*ref=(e\\d+)`)], ['snapshot']);
  },
};
