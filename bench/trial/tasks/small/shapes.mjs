import { mapLine, snapshotLine } from '../../patterns.mjs';

const colours = ['red', 'blue', 'green', 'orange', 'purple'];
const forms = ['circle', 'square', 'triangle'];

/** @type {import('../../task.mjs').Task} */
export const shapes = {
  id: 'shapes',
  size: 'small',
  make(random) {
    const all = random.shuffle(
      colours.flatMap((colour) => forms.map((form) => ({ colour, form }))),
      8,
    );
    const target = random.pick(all);
    return {
      instruction: `Click the ${target.colour} ${target.form}.`,
      data: {
        shapes: all.map((shape, index) => ({
          ...shape,
          x: 60 + (index % 4) * 110,
          y: 60 + Math.floor(index / 4) * 110,
          size: random.integer(20, 34),
        })),
        target,
      },
      expected: `${target.colour} ${target.form}`,
      presses: [`shape ${target.colour} ${target.form}`],
    };
  },
  page({ root, h, svg, result }, { shapes: all }) {
    const draw = ({ colour, form, x, y, size }) => {
      const name = `${colour} ${form}`;
      const common = { fill: colour, press: `shape ${name}`, place: name, onclick: () => result(name) };
      if (form === 'circle') return svg('circle', { ...common, cx: x, cy: y, r: size });
      if (form === 'square')
        return svg('rect', { ...common, x: x - size, y: y - size, width: 2 * size, height: 2 * size });
      return svg('polygon', { ...common, points: `${x},${y - size} ${x - size},${y + size} ${x + size},${y + size}` });
    };
    root.append(
      h('h1', {}, 'Shapes'),
      svg('svg', { width: 480, height: 240, style: 'border:1px solid #999' }, all.map(draw)),
    );
  },
  async handrail({ run, press, url, data: { target } }) {
    await run(['open', url]);
    await press([{ pattern: mapLine(target.colour, target.form), name: `${target.colour} ${target.form}` }]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { target } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([{ pattern: snapshotLine(target.colour, target.form), name: `${target.colour} ${target.form}` }]);
  },
};

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('');

/** @type {import('../../task.mjs').Task} */
export const pieMenu = {
  id: 'pie-menu',
  size: 'small',
  make(random) {
    const sectors = random.shuffle(letters, 6);
    const letter = random.pick(sectors);
    return {
      instruction: `Open the round menu (press +) and choose "${letter}".`,
      data: { sectors, letter },
      expected: letter,
      presses: ['plus', `sector ${letter}`],
    };
  },
  page({ root, h, svg, result }, { sectors }) {
    const centre = 150;
    const at = (angle, radius) => [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)];
    const group = svg('g', { style: 'visibility:hidden;opacity:0;transition:opacity .3s' });
    for (const [index, letter] of sectors.entries()) {
      const from = (index / 6) * 2 * Math.PI;
      const to = ((index + 1) / 6) * 2 * Math.PI;
      const middle = at((from + to) / 2, 90);
      const corners = [at(from, 40), at(from, 140), at(to, 140), at(to, 40)].map((point) => point.join(',')).join(' ');
      group.append(
        svg('polygon', {
          points: corners,
          fill: '#cde',
          stroke: '#fff',
          press: `sector ${letter}`,
          onclick: () => choose(letter),
        }),
        svg('text', { x: middle[0], y: middle[1], 'pointer-events': 'none', place: letter }, letter),
      );
    }
    const choose = (letter) => {
      group.setAttribute('style', 'visibility:hidden');
      result(letter);
    };
    const open = () => group.setAttribute('style', 'visibility:visible;opacity:1;transition:opacity .3s');
    const plus = svg(
      'g',
      { press: 'plus', place: 'plus', onclick: open },
      svg('circle', { cx: centre, cy: centre, r: 24, fill: '#246' }),
      svg('text', { x: centre - 5, y: centre + 6, fill: '#fff' }, '+'),
    );
    root.append(h('h1', {}, 'Round menu'), svg('svg', { width: 300, height: 300 }, group, plus));
  },
  async handrail({ run, press, url, data: { letter } }) {
    await run(['open', url]);
    await press([{ pattern: /\[(el_\d+)\] \w+ "\+/, name: 'plus' }]);
    await press([{ pattern: new RegExp(`\\[(el_\\d+)\\] \\w+ "${letter}"`), name: letter }]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { letter } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([{ pattern: /"\+"[^\n]*ref=(e\d+)/, name: 'plus' }]);
    await run(['snapshot', '-i'], screenshot);
    await press([{ pattern: new RegExp(`"${letter}"[^\\n]*ref=(e\\d+)`), name: letter }]);
  },
};

/** @type {import('../../task.mjs').Task} */
export const gridPoint = {
  id: 'grid-point',
  size: 'small',
  make(random) {
    const x = random.integer(-2, 2);
    const y = random.integer(-2, 2);
    return {
      instruction: `Click the point with the coordinates (${x}, ${y}). The x axis points right, the y axis points up.`,
      data: { x, y },
      expected: [x, y],
      presses: [`point ${x} ${y}`],
    };
  },
  page({ root, h, svg, result }) {
    const steps = [-2, -1, 0, 1, 2];
    const place = (value) => 150 + value * 50;
    const drawing = svg('svg', { width: 300, height: 300, style: 'border:1px solid #999' });
    drawing.append(
      svg('line', { x1: 150, y1: 20, x2: 150, y2: 280, stroke: '#000' }),
      svg('line', { x1: 20, y1: 150, x2: 280, y2: 150, stroke: '#000' }),
    );
    for (const value of steps)
      drawing.append(svg('text', { x: place(value) + 4, y: 168, 'font-size': 11 }, String(value)));
    for (const x of steps)
      for (const y of steps)
        drawing.append(
          svg('circle', {
            cx: place(x),
            cy: place(-y),
            r: 5,
            fill: '#06c',
            press: `point ${x} ${y}`,
            place: `${x} ${y}`,
            onclick: () => result([x, y]),
          }),
        );
    root.append(h('h1', {}, 'Grid'), drawing);
  },
  async handrail({ run, press, url, data: { x, y } }) {
    await run(['open', url]);
    await press([
      {
        pattern: mapLine(`\\b(?:column|x) ?${x + 3}\\b.*row ?${3 - y}|row ?${3 - y}\\b.*column ?${x + 3}\\b`),
        name: `${x} ${y}`,
      },
    ]);
  },
  async agentBrowser({ run, press, screenshot, url, data: { x, y } }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    await press([{ pattern: /no name of a point/, name: `${x} ${y}` }]);
  },
};
