import { mapId, snapshotRef } from '../../patterns.mjs';

const labels = ['Start', 'Stop', 'Reset', 'Save', 'Print'];

/** @type {import('../../task.mjs').Task} */
export const canvasButtons = {
  id: 'canvas',
  size: 'small',
  make(random) {
    const order = random.shuffle(labels);
    const label = random.pick(labels);
    return {
      instruction: `Press the button "${label}" in the drawing.`,
      data: { order, label, left: random.integer(10, 60) },
      expected: label,
      presses: [`button ${label}`],
    };
  },
  page({ root, h, result, press, place }, { order, left }) {
    const canvas = h('canvas', { width: 420, height: 320, style: 'border:1px solid #999' });
    root.append(h('h1', {}, 'Drawing'), canvas);
    const context = canvas.getContext('2d');
    context.font = '18px sans-serif';
    const box = canvas.getBoundingClientRect();
    const buttons = order.map((label, index) => ({
      label,
      x: left + (index % 2) * 160,
      y: 20 + index * 58,
      width: 120,
      height: 40,
    }));
    for (const { label, x, y, width, height } of buttons) {
      context.fillStyle = '#ddd';
      context.fillRect(x, y, width, height);
      context.fillStyle = '#000';
      context.fillText(label, x + 30, y + 26);
      place(label, Math.round(box.x + x + width / 2), Math.round(box.y + y + height / 2));
    }
    canvas.addEventListener('click', ({ offsetX, offsetY }) => {
      const hit = buttons.find(
        ({ x, y, width, height }) => offsetX >= x && offsetX < x + width && offsetY >= y && offsetY < y + height,
      );
      if (!hit) return;
      press(`button ${hit.label}`);
      result(hit.label);
    });
  },
  async handrail({ run, press, miss, url, data: { label } }) {
    const map = await run(['open', url]);
    if (!/canvas/i.test(map.split('\n').slice(1).join('\n'))) miss('the canvas itself');
    await press([{ pattern: mapId('\\w+', label), name: label }]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { label } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([{ pattern: snapshotRef('\\w+', label), name: label }]);
  },
};

/** @type {import('../../task.mjs').Task} */
export const addition = {
  id: 'addition',
  size: 'small',
  make(random) {
    const left = random.integer(3, 9);
    const right = random.integer(2, 8);
    return {
      instruction: 'Count the blocks in both boxes, enter the sum and press "Submit".',
      data: { left, right },
      expected: String(left + right),
      presses: ['submit', 'field'],
    };
  },
  page({ root, h, result, style }, { left, right }) {
    style(
      '.box{display:inline-block;width:130px;height:130px;border:2px solid #000;margin:8px;vertical-align:top}.b{display:inline-block;width:24px;height:24px;margin:3px;background:#c60}',
    );
    const blocks = (count) =>
      h(
        'div',
        { class: 'box' },
        Array.from({ length: count }, () => h('span', { class: 'b' })),
      );
    const field = h('input', { 'aria-label': 'Sum', press: 'field' });
    root.append(
      h('h1', {}, 'How many?'),
      blocks(left),
      '+',
      blocks(right),
      h('div', {}, field, h('button', { press: 'submit', onclick: () => result(field.value) }, 'Submit')),
    );
  },
  async handrail({ run, screenshot, url, data: { left, right } }) {
    await run(['open', url]);
    await run(screenshot);
    await run(['fill', 'Sum', String(left + right)], ['click', 'Submit']);
  },
  async agentBrowser({ run, screenshot, url, data: { left, right } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await run(
      ['fill', snapshotRef('textbox', 'Sum'), String(left + right)],
      ['click', snapshotRef('button', 'Submit')],
      ['snapshot', '-i'],
    );
  },
};

const fruits = ['Apple', 'Pear', 'Plum', 'Fig', 'Lime'];

/** @type {import('../../task.mjs').Task} */
export const dragTarget = {
  id: 'drag-target',
  size: 'small',
  make(random) {
    const order = random.shuffle(fruits);
    const fruit = random.pick(fruits);
    const basket = random.pick(['Basket', 'Crate']);
    return {
      instruction: `Drag "${fruit}" into "${basket}".`,
      data: { order, fruit, basket },
      expected: [fruit, basket],
      presses: [],
    };
  },
  page({ root, h, result, style }, { order }) {
    style(
      '.f{position:relative;display:inline-block;padding:10px;margin:8px;background:#fd8;cursor:grab;user-select:none}.t{display:inline-block;width:200px;height:120px;border:3px dashed #666;margin:30px 10px}',
    );
    let dragged;
    const items = order.map((name) =>
      h(
        'div',
        {
          class: 'f',
          place: name,
          onmousedown: (event) =>
            (dragged = { name, element: event.currentTarget, x: event.clientX, y: event.clientY }),
        },
        name,
      ),
    );
    const targets = ['Basket', 'Crate'].map((name) => ({ name, element: h('div', { class: 't', place: name }, name) }));
    addEventListener('mousemove', (event) => {
      if (!dragged) return;
      dragged.element.style.left = `${event.clientX - dragged.x}px`;
      dragged.element.style.top = `${event.clientY - dragged.y}px`;
    });
    addEventListener('mouseup', (event) => {
      if (!dragged) return;
      const hit = targets.find(({ element }) => {
        const box = element.getBoundingClientRect();
        return (
          event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom
        );
      });
      result([dragged.name, hit?.name]);
      dragged = undefined;
    });
    root.append(h('h1', {}, 'Fruit'), h('div', {}, items), ...targets.map(({ element }) => element));
  },
  async handrail({ run, url, data: { fruit, basket } }) {
    await run(['open', url]);
    await run(['drag', fruit, basket]);
  },
  async agentBrowser({ run, place, screenshot, url, data: { fruit, basket } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    const move = async (name) => {
      const { x, y } = await place(name);
      return ['mouse', 'move', String(x), String(y)];
    };
    await run(await move(fruit), ['mouse', 'down'], await move(basket), ['mouse', 'up'], screenshot);
  },
};

const chores = ['Water plants', 'Buy bread', 'Call Ines', 'Wash car', 'Pay rent'];

/** @type {import('../../task.mjs').Task} */
export const dragSort = {
  id: 'drag-sort',
  size: 'small',
  make(random) {
    const order = random.shuffle(chores);
    const moved = order[random.integer(2, 4)];
    const expected = [moved, ...order.filter((chore) => chore !== moved)];
    return {
      instruction: `Move "${moved}" to the top of the list by dragging it onto the first entry.`,
      data: { order, moved },
      expected,
      presses: [],
    };
  },
  page({ root, h, result }, { order }) {
    let dragged;
    const list = h('ul', { style: 'width:240px;padding:0' });
    for (const name of order) {
      const item = h(
        'li',
        { draggable: 'true', style: 'list-style:none;border:1px solid #aaa;padding:8px;margin:2px' },
        name,
      );
      item.addEventListener('dragstart', () => (dragged = item));
      item.addEventListener('dragover', (event) => event.preventDefault());
      item.addEventListener('drop', (event) => {
        event.preventDefault();
        if (dragged !== item) list.insertBefore(dragged, item);
        result([...list.children].map(({ textContent }) => textContent));
      });
      list.append(item);
    }
    root.append(h('h1', {}, 'Chores'), list);
  },
  async handrail({ run, url, data: { order, moved } }) {
    await run(['open', url]);
    await run(['drag', moved, order[0]]);
  },
  async agentBrowser({ run, url, data: { order, moved } }) {
    await run(['open', url], ['snapshot']);
    await run(['drag', `li:nth-child(${order.indexOf(moved) + 1})`, 'li:nth-child(1)'], ['snapshot']);
  },
};
