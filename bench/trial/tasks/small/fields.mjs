import { mapId, snapshotRef } from '../../patterns.mjs';

/** @type {import('../../task.mjs').Task} */
export const slider = {
  id: 'slider',
  size: 'small',
  make(random) {
    const value = random.integer(-40, 40);
    return {
      instruction: `Set the slider to ${value} and press "Submit".`,
      data: { value },
      expected: value,
      presses: ['submit', 'slider'],
    };
  },
  page({ root, h, result, style }) {
    style(
      '.track{width:300px;height:8px;background:#ccc;position:relative;margin:30px}.thumb{position:absolute;top:-8px;width:24px;height:24px;background:#06c;border-radius:12px}',
    );
    let value = 0;
    const shown = h('output', {}, '0');
    const thumb = h('span', {
      class: 'thumb',
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Level',
      'aria-valuemin': '-50',
      'aria-valuemax': '50',
      press: 'slider',
    });
    const set = (next) => {
      value = Math.max(-50, Math.min(50, next));
      thumb.setAttribute('aria-valuenow', value);
      thumb.style.left = `${(value + 50) * 3 - 12}px`;
      shown.textContent = value;
    };
    thumb.addEventListener('keydown', ({ key }) =>
      set(value + ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key] ?? 0)),
    );
    const track = h('div', { class: 'track' }, thumb);
    let isDragging = false;
    thumb.addEventListener('mousedown', () => (isDragging = true));
    addEventListener('mouseup', () => (isDragging = false));
    addEventListener('mousemove', ({ clientX }) => {
      if (isDragging) set(Math.round((clientX - track.getBoundingClientRect().x) / 3) - 50);
    });
    set(0);
    root.append(
      h('h1', {}, 'Level'),
      track,
      shown,
      h('button', { press: 'submit', onclick: () => result(value) }, 'Submit'),
    );
  },
  async handrail({ run, attempt, miss, url, data: { value } }) {
    await run(['open', url]);
    const output = await attempt(['fill', 'Level', String(value)], ['click', 'Submit']);
    if (!/unsupported|not_/.test(output)) return;
    miss('`fill` does not set an ARIA slider');
    await run(['click', mapId('\\w+', 'Level')], ...keysTo(value, 'press_key'), ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { value } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['focus', snapshotRef('slider', 'Level')],
      ...keysTo(value, 'press'),
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

/** The keys that move the slider from 0 to `value`. @param {number} value @param {string} command */
function keysTo(value, command) {
  const [far, near] = value > 0 ? ['PageUp', 'ArrowRight'] : ['PageDown', 'ArrowLeft'];
  const keys = [...Array(Math.floor(Math.abs(value) / 10)).fill(far), ...Array(Math.abs(value) % 10).fill(near)];
  return keys.map((key) => [command, key]);
}

/** @type {import('../../task.mjs').Task} */
export const spinner = {
  id: 'spinner',
  size: 'small',
  make(random) {
    const value = random.pick([-9, -8, -7, -6, 6, 7, 8, 9]);
    return {
      instruction: `Set the spinner to ${value} with its arrows and press "Submit".`,
      data: { value },
      expected: value,
      presses: ['submit', value > 0 ? 'up' : 'down'],
    };
  },
  page({ root, h, result, style }) {
    style(
      '.sp{display:inline-flex;border:1px solid #888}.sp b{width:50px;text-align:center}.sp i{display:block;width:22px;height:16px;background:#ddd;cursor:pointer}.up{clip-path:polygon(50% 10%,90% 90%,10% 90%)}.down{clip-path:polygon(50% 90%,90% 10%,10% 10%)}',
    );
    let value = 0;
    const shown = h('b', {}, '0');
    const step = (by) => {
      value += by;
      shown.textContent = value;
    };
    root.append(
      h('h1', {}, 'Number'),
      h(
        'div',
        { class: 'sp' },
        shown,
        h(
          'div',
          {},
          h('i', { class: 'up', press: 'up', place: 'up', onclick: () => step(1) }),
          h('i', { class: 'down', press: 'down', place: 'down', onclick: () => step(-1) }),
        ),
      ),
      h('button', { press: 'submit', onclick: () => result(value) }, 'Submit'),
    );
  },
  async handrail({ run, find, miss, place, screenshot, clickAt, url, data: { value } }) {
    await run(['open', url]);
    const name = value > 0 ? 'up' : 'down';
    const pattern = mapId('\\w+', `[^"]*${name}`);
    let click = [['click', pattern]];
    if (!find(pattern)) {
      miss(`arrow ${name}`);
      await run(screenshot);
      const { x, y } = await place(name);
      click = clickAt(x, y);
    }
    await run(...Array.from({ length: Math.abs(value) }, () => click).flat(), ['click', 'Submit']);
  },
  async agentBrowser({ run, url, data: { value } }) {
    const tree = await run(['open', url], ['snapshot', '-i'], ['screenshot']);
    const [up, down] = [...tree.matchAll(/generic \[ref=(e\d+)\]/g)].map(([, id]) => `@${id}`);
    await run(
      ...Array.from({ length: Math.abs(value) }, () => ['click', value > 0 ? up : down]),
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

const countries = ['Austria', 'Belgium', 'Chile', 'Denmark', 'Estonia', 'Finland', 'Georgia', 'Hungary'];

/** @type {import('../../task.mjs').Task} */
export const formSequence = {
  id: 'form',
  size: 'small',
  make(random) {
    const wanted = {
      name: random.pick(['Uma Field', 'Piet Bakker', 'Zoe Adler']),
      country: random.pick(countries),
      size: random.pick(['S', 'M', 'L', 'XL']),
      gift: true,
      note: `Ring ${random.integer(2, 9)} times`,
    };
    return {
      instruction: `Fill in the form: name "${wanted.name}", country ${wanted.country}, size ${wanted.size}, gift wrap yes, note "${wanted.note}". Then press "Send".`,
      data: { wanted, countries },
      expected: wanted,
      presses: ['field', `size ${wanted.size}`, 'gift', 'send'],
    };
  },
  page({ root, h, result }, { countries: all }) {
    const name = h('input', { press: 'field' });
    const country = h(
      'select',
      { press: 'field' },
      h('option', {}, 'Choose'),
      all.map((option) => h('option', {}, option)),
    );
    const sizes = ['S', 'M', 'L', 'XL'].map((size) =>
      h('input', { type: 'radio', name: 'size', value: size, id: `s${size}`, press: `size ${size}` }),
    );
    const gift = h('input', { type: 'checkbox', press: 'gift' });
    const note = h('textarea', { press: 'field' });
    const send = () =>
      result({
        name: name.value,
        country: country.value,
        size: sizes.find(({ checked }) => checked)?.value,
        gift: gift.checked,
        note: note.value,
      });
    const row = (label, ...fields) => h('tr', {}, h('td', {}, label), h('td', {}, fields));
    root.append(
      h('h1', {}, 'T-shirt'),
      h(
        'table',
        {},
        h(
          'tbody',
          {},
          row('Name', name),
          row('Country', country),
          row(
            'Size',
            sizes.flatMap((field) => [field, h('label', { for: field.id }, field.value)]),
          ),
          row('Gift wrap', gift),
          row('Note', note),
        ),
      ),
      h('button', { press: 'send', onclick: send }, 'Send'),
    );
  },
  async handrail({ run, find, miss, url, data: { wanted } }) {
    await run(['open', url]);
    const field = (/** @type {string} */ label) => {
      if (find(mapId('\\w+', `${label}[^"]*`))) return label;
      miss(`the label "${label}" of a field`);
      return find(new RegExp(`"${label}"\\s+\\[(el_\\d+)\\]`));
    };
    await run(
      [
        'fill_form',
        `${field('Name')}=${wanted.name}`,
        `${field('Country')}=${wanted.country}`,
        `${wanted.size}=true`,
        `${field('Gift wrap')}=true`,
        `${field('Note')}=${wanted.note}`,
      ],
      ['click', 'Send'],
    );
  },
  async agentBrowser({ run, url, data: { wanted } }) {
    const tree = await run(['open', url], ['snapshot', '-i']);
    const [name, note] = [...tree.matchAll(/textbox [^\n]*ref=(e\d+)/g)].map(([, id]) => `@${id}`);
    await run(
      ['fill', name, wanted.name],
      ['select', /combobox [^\n]*ref=(e\d+)/, wanted.country],
      ['check', snapshotRef('radio', wanted.size)],
      ['check', /checkbox [^\n]*ref=(e\d+)/],
      ['fill', note, wanted.note],
      ['click', snapshotRef('button', 'Send')],
      ['snapshot', '-i'],
    );
  },
};
