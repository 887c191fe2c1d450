import { mapId, snapshotRef } from '../../patterns.mjs';

const machines = {
  Printers: { Laser: ['Office 200', 'Office 300'], Inkjet: ['Photo 10', 'Photo 20'] },
  Scanners: { Flatbed: ['Scan A4', 'Scan A3'], Film: ['Film 35', 'Film 120'] },
  Cameras: { Compact: ['Pocket 1', 'Pocket 2'], Reflex: ['Studio 5', 'Studio 6'] },
};

/** @type {import('../../task.mjs').Task} */
export const hoverMenu = {
  id: 'hover-menu',
  size: 'small',
  make(random) {
    const first = random.pick(Object.keys(machines));
    const second = random.pick(Object.keys(machines[first]));
    const third = random.pick(machines[first][second]);
    return {
      instruction: `In the menu go to ${first} > ${second} > ${third} and press it. The submenus open when the pointer is over them.`,
      data: { machines, path: [first, second, third] },
      expected: third,
      presses: [`item ${third}`, `item ${first}`, `item ${second}`],
    };
  },
  page({ root, h, result, style }, { machines: tree }) {
    style(
      '.m{list-style:none;margin:0;padding:0;width:150px;border:1px solid #888;background:#fff}.m li{position:relative;padding:6px}.m .m{display:none;position:absolute;left:148px;top:0;z-index:2}',
    );
    const build = (content) =>
      h(
        'ul',
        { class: 'm' },
        (Array.isArray(content) ? content : Object.keys(content)).map((name) => {
          const isLeaf = Array.isArray(content);
          const item = h(
            'li',
            {},
            h('span', { press: `item ${name}`, onclick: isLeaf ? () => result(name) : () => undefined }, name),
          );
          if (isLeaf) return item;
          const submenu = build(content[name]);
          let timer;
          item.append(submenu);
          item.addEventListener('mouseenter', () => {
            timer = setTimeout(() => (submenu.style.display = 'block'), 250);
          });
          item.addEventListener('mouseleave', () => {
            clearTimeout(timer);
            submenu.style.display = 'none';
          });
          return item;
        }),
      );
    root.append(h('h1', {}, 'Products'), build(tree));
  },
  async handrail({ run, url, data: { path } }) {
    await run(['open', url]);
    await run(['hover', path[0]], ['hover', path[1]], ['click', path[2]]);
  },
  async agentBrowser({ run, url, data: { path } }) {
    await run(['open', url], ['snapshot']);
    const over = (name) => [
      ['find', 'text', name, 'hover', '--exact'],
      ['wait', '400'],
    ];
    await run(...over(path[0]), ...over(path[1]), ['find', 'text', path[2], 'click', '--exact'], ['snapshot']);
  },
};

const folders = ['Reports', 'Photos', 'Letters', 'Plans'];
const years = ['2019', '2020', '2021'];
const files = ['notes', 'final', 'draft'];

/** @type {import('../../task.mjs').Task} */
export const tree = {
  id: 'tree',
  size: 'small',
  make(random) {
    const path = [random.pick(folders), random.pick(years), random.pick(files)];
    return {
      instruction: `In the tree of folders choose ${path.join(' > ')}.`,
      data: { folders: random.shuffle(folders), years, files, path },
      expected: path.join('/'),
      presses: [`toggle ${path[0]}`, `toggle ${path[0]}/${path[1]}`, `leaf ${path.join('/')}`],
    };
  },
  page({ root, h, result, style }, { folders: top, years: middle, files: leaves }) {
    style('.n{margin-left:22px}.t{display:inline-block;width:18px;cursor:pointer}.sel{background:#cdf}');
    const choose = (event, path) => {
      for (const element of document.querySelectorAll('.sel')) element.classList.remove('sel');
      event.target.classList.add('sel');
      result(path);
    };
    const leaf = (path, name) =>
      h(
        'div',
        { class: 'n', press: `leaf ${path}/${name}`, onclick: (event) => choose(event, `${path}/${name}`) },
        name,
      );
    const branch = (path, name, makeChildren) => {
      const children = h('div', {});
      const toggle = h('span', { class: 't', press: `toggle ${path}`, place: `toggle ${path}` }, '▸');
      toggle.addEventListener('click', () => {
        const isOpen = toggle.textContent === '▾';
        toggle.textContent = isOpen ? '▸' : '▾';
        children.replaceChildren(...(isOpen ? [] : makeChildren()));
      });
      return h('div', { class: 'n' }, toggle, h('span', {}, name), children);
    };
    root.append(
      h('h1', {}, 'Folders'),
      ...top.map((folder) =>
        branch(folder, folder, () =>
          middle.map((year) =>
            branch(`${folder}/${year}`, year, () => leaves.map((name) => leaf(`${folder}/${year}`, name))),
          ),
        ),
      ),
    );
  },
  async handrail({ run, url, data: { path } }) {
    await run(['open', url]);
    const toggle = (name) => ['click', new RegExp(`\\[(el_\\d+)\\] \\w+ "▸[^"]*"[^\\n\\[]*\\n?[^\\n\\[]*${name}`)];
    await run(toggle(path[0]));
    await run(toggle(path[1]));
    await run(['click', path[2]]);
  },
  async agentBrowser({ run, url, data: { path } }) {
    await run(['open', url], ['snapshot']);
    const toggle = (name) => ['click', new RegExp(`ref=(e\\d+)[^\\n]*\\n[^\\n]*"▸"\\s*\\n[^\\n]*"${name}"`)];
    await run(toggle(path[0]), ['snapshot']);
    await run(toggle(path[1]), ['snapshot']);
    await run(['find', 'text', path[2], 'click', '--exact'], ['snapshot']);
  },
};

/** @type {import('../../task.mjs').Task} */
export const tabStrip = {
  id: 'tab-strip',
  size: 'small',
  make(random) {
    const tab = random.pick(['Alerts', 'Privacy', 'Billing', 'Devices']);
    return {
      instruction: `Go to the tab "${tab}" and press "Confirm" there.`,
      data: { tabs: ['General', ...random.shuffle(['Alerts', 'Privacy', 'Billing', 'Devices'])], tab },
      expected: tab,
      presses: [`tab ${tab}`, `confirm ${tab}`],
    };
  },
  page({ root, h, result, style }, { tabs }) {
    style(
      '.strip div{display:inline-block;padding:8px;border-bottom:3px solid #fff}.strip .on{border-color:#06c;font-weight:bold}',
    );
    const panel = h('div', {});
    const strip = h('div', { class: 'strip' });
    const show = (name) => {
      for (const element of strip.children) element.classList.toggle('on', element.textContent === name);
      panel.replaceChildren(
        h('p', {}, `Settings of ${name.toLowerCase()}.`),
        h('button', { press: `confirm ${name}`, onclick: () => result(name) }, 'Confirm'),
      );
    };
    strip.append(...tabs.map((name) => h('div', { press: `tab ${name}`, place: name }, name)));
    strip.addEventListener('click', (event) => {
      if (event.target !== strip) show(event.target.textContent);
    });
    show(tabs[0]);
    root.append(h('h1', {}, 'Account'), strip, panel);
  },
  async handrail({ run, press, url, data: { tab } }) {
    await run(['open', url]);
    await press([{ pattern: mapId('\\w+', tab), name: tab }], ['click', 'Confirm']);
  },
  async agentBrowser({ run, url, data: { tab } }) {
    await run(['open', url], ['snapshot']);
    await run(
      ['find', 'text', tab, 'click', '--exact'],
      ['find', 'role', 'button', 'click', '--name', 'Confirm'],
      ['snapshot'],
    );
  },
};

const words = [
  'lorem',
  'ipsum',
  'dolor',
  'amet',
  'elit',
  'magna',
  'velit',
  'culpa',
  'nulla',
  'augue',
  'justo',
  'metus',
  'purus',
  'porta',
  'risus',
  'felis',
  'massa',
  'orci',
];

/** @type {import('../../task.mjs').Task} */
export const sections = {
  id: 'sections',
  size: 'small',
  make(random) {
    const order = random.shuffle(words);
    const word = random.pick(words);
    return {
      instruction: `Open the sections until you find the link "${word}", and press it.`,
      data: { order, word, section: Math.floor(order.indexOf(word) / 3) },
      expected: word,
      presses: ['section*', `link ${word}`],
    };
  },
  page({ root, h, result, style }, { order }) {
    style(
      '.head{background:#ddd;padding:8px;width:300px;margin-top:2px;cursor:pointer}.body{overflow:hidden;height:0;width:300px;transition:height .3s}.body.open{height:90px}.link{color:#06c;text-decoration:underline;cursor:pointer;padding:4px}',
    );
    const bodies = Array.from({ length: 6 }, (_, index) =>
      h(
        'div',
        { class: 'body' },
        order
          .slice(index * 3, index * 3 + 3)
          .map((word) =>
            h('div', {}, h('span', { class: 'link', press: `link ${word}`, onclick: () => result(word) }, word)),
          ),
      ),
    );
    const toggle = (body) => {
      const isOpen = body.classList.contains('open');
      for (const other of bodies) other.classList.toggle('open', other === body && !isOpen);
    };
    root.append(
      h('h1', {}, 'Questions'),
      ...bodies.flatMap((body, index) => [
        h(
          'div',
          {
            class: 'head',
            press: `section ${index + 1}`,
            onclick: () => toggle(body),
          },
          `Section ${index + 1}`,
        ),
        body,
      ]),
    );
  },
  async handrail({ run, url, data: { section, word } }) {
    await run(['open', url]);
    const heads = Array.from({ length: section + 1 }, (_, index) => ['click', `Section ${index + 1}`]);
    await run(...heads);
    await run(['click', mapId('\\w+', word)]);
  },
  async agentBrowser({ run, url, data: { section, word } }) {
    await run(['open', url], ['snapshot', '-i']);
    const heads = Array.from({ length: section + 1 }, (_, index) => [
      ['click', snapshotRef('\\w+', `Section ${index + 1}`)],
      ['wait', '400'],
      ['snapshot', '-i'],
    ]);
    await run(...heads.flat());
    await run(['click', snapshotRef('\\w+', word)]);
  },
};
