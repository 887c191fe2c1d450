import { mapId, snapshotRef } from '../../patterns.mjs';

const columns = ['Ideas', 'To do', 'Doing', 'Done'];
const verbs = ['Fix', 'Test', 'Plan', 'Draw', 'Sell', 'Move'];
const nouns = ['engine', 'poster', 'garden'];
const people = ['Anke', 'Boris', 'Celia', 'Dario'];

/** @type {import('../../task.mjs').Task} */
export const kanban = {
  id: 'kanban',
  size: 'large',
  make(random) {
    const cards = random
      .shuffle(verbs.flatMap((verb) => nouns.map((noun) => `${verb} ${noun}`)))
      .map((title, index) => ({ title, column: columns[index % 3], assignee: random.pick(people) }));
    const [moved, opened] = random.shuffle(cards, 2);
    const assignee = random.pick(people.filter((name) => name !== opened.assignee));
    return {
      instruction: `Drag the card "${moved.title}" to the column "Done". Then open the card "${opened.title}", set its assignee to ${assignee} and save it.`,
      data: { cards, columns, people, moved: moved.title, opened: opened.title, assignee },
      expected: { moved: [moved.title, 'Done'], assigned: [opened.title, assignee] },
      presses: [`card ${opened.title}`, 'assignee', 'save'],
    };
  },
  page({ root, h, result, style }, { cards, columns: names, people: all }) {
    style(
      '.board{display:flex;gap:10px}.col{width:230px;background:#eee;padding:8px;min-height:520px}.card{background:#fff;border:1px solid #aaa;padding:8px;margin:6px 0;cursor:grab}.cover{position:fixed;inset:0;background:#0006}.modal{background:#fff;width:400px;margin:60px auto;padding:20px}',
    );
    const done = {};
    let dragged;
    const open = (card, element) => {
      const select = h(
        'select',
        { press: 'assignee' },
        all.map((name) => h('option', { selected: name === card.assignee }, name)),
      );
      const save = () => {
        card.assignee = select.value;
        element.lastChild.textContent = card.assignee;
        done.assigned = [card.title, card.assignee];
        result(done);
        cover.remove();
      };
      const cover = h(
        'div',
        { class: 'cover' },
        h(
          'div',
          { class: 'modal', role: 'dialog', 'aria-label': card.title },
          h('h2', {}, card.title),
          h('label', {}, 'Assignee ', select),
          h('p', {}, 'Description: none'),
          h('button', { press: 'save', onclick: save }, 'Save'),
          h('button', { press: 'cancel', onclick: () => cover.remove() }, 'Cancel'),
        ),
      );
      root.append(cover);
    };
    const draw = (card) => {
      const element = h(
        'div',
        { class: 'card', draggable: 'true', press: `card ${card.title}` },
        h('div', {}, card.title),
        h('small', {}, card.assignee),
      );
      element.addEventListener('dragstart', () => (dragged = { card, element }));
      element.addEventListener('click', () => open(card, element));
      return element;
    };
    const lists = names.map((name) => {
      const list = h(
        'div',
        { class: 'col' },
        h('h3', {}, name),
        cards.filter(({ column }) => column === name).map(draw),
      );
      list.addEventListener('dragover', (event) => event.preventDefault());
      list.addEventListener('drop', (event) => {
        event.preventDefault();
        list.append(dragged.element);
        done.moved = [dragged.card.title, name];
        result(done);
      });
      return list;
    });
    root.append(h('h1', {}, 'Board'), h('div', { class: 'board' }, lists));
  },
  async handrail({ run, url, data: { moved, opened, assignee } }) {
    await run(['open', url]);
    await run(['drag', mapId('\\w+', `${moved}[^"]*`), 'Done'], ['click', opened]);
    await run(['select', 'Assignee', assignee], ['click', 'Save']);
  },
  async agentBrowser({ run, url, data: { cards, columns: names, moved, opened, assignee } }) {
    await run(['open', url], ['snapshot']);
    const card = cards.find(({ title }) => title === moved);
    const position = cards.filter(({ column }) => column === card.column).indexOf(card) + 2;
    await run(
      ['drag', `.col:nth-child(${names.indexOf(card.column) + 1}) > :nth-child(${position})`, '.col:nth-child(4)'],
      ['find', 'text', opened, 'click', '--exact'],
      ['snapshot', '-i'],
    );
    await run(
      ['select', snapshotRef('combobox', 'Assignee'), assignee],
      ['click', snapshotRef('button', 'Save')],
      ['snapshot'],
    );
  },
};
