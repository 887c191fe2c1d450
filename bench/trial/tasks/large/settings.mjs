import { snapshotRef } from '../../patterns.mjs';

const switches = ['Weekly digest', 'Comment alerts', 'Product news', 'Sound'];
const audiences = ['Everyone', 'Friends', 'Team', 'Nobody'];

/** @type {import('../../task.mjs').Task} */
export const settings = {
  id: 'settings',
  size: 'large',
  make(random) {
    const name = random.pick(switches);
    const audience = random.pick(audiences.slice(1));
    return {
      instruction: `In the settings switch on "${name}" under Notifications, and under Privacy set "Profile visible to" to ${audience}. Both must be saved.`,
      data: { switches, audiences, name, audience },
      expected: { on: [name], audience },
      presses: [
        'tab Notifications',
        'tab Privacy',
        `switch ${name}`,
        'audience',
        `audience ${audience}`,
        'save',
        'guard save',
      ],
    };
  },
  page({ root, h, result, style }, { switches: all, audiences: choices }) {
    style(
      '[role=tab]{display:inline-block;padding:8px;cursor:pointer}[aria-selected=true]{border-bottom:3px solid #06c}.sw{display:inline-block;width:40px;height:20px;border-radius:10px;background:#bbb;cursor:pointer}.sw[aria-checked=true]{background:#0a0}.dd{border:1px solid #888;width:160px;padding:4px;cursor:pointer}.opt{padding:4px;cursor:pointer}.cover{position:fixed;inset:0;background:#0006}.modal{background:#fff;width:360px;margin:100px auto;padding:20px}',
    );
    const saved = { on: [], audience: 'Everyone' };
    let draft = structuredClone(saved);
    let current = 'Profile';
    const isChanged = () => JSON.stringify(draft) !== JSON.stringify(saved);
    const panel = h('div', { style: 'margin-top:12px' });
    const save = () => {
      Object.assign(saved, structuredClone(draft));
      result(saved);
      draw();
      root.append(h('p', { role: 'status' }, 'Settings saved.'));
    };
    const go = (tab) => {
      if (!isChanged()) return show(tab);
      const answer = (action) => () => {
        cover.remove();
        action();
        show(tab);
      };
      const cover = h(
        'div',
        { class: 'cover' },
        h(
          'div',
          { class: 'modal', role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Unsaved changes' },
          h('p', {}, 'You have unsaved changes.'),
          h('button', { press: 'guard save', onclick: answer(save) }, 'Save and continue'),
          h('button', { press: 'guard discard', onclick: answer(() => (draft = structuredClone(saved))) }, 'Discard'),
          h('button', { press: 'guard cancel', onclick: () => cover.remove() }, 'Stay'),
        ),
      );
      root.append(cover);
    };
    const show = (tab) => {
      current = tab;
      draw();
    };
    const toggle = (name) => {
      draft.on = draft.on.includes(name) ? draft.on.filter((other) => other !== name) : [...draft.on, name];
      draw();
    };
    const dropDown = () => {
      const options = h(
        'div',
        { hidden: true, style: 'border:1px solid #888;width:160px' },
        choices.map((choice) =>
          h(
            'div',
            {
              class: 'opt',
              press: `audience ${choice}`,
              onclick: () => {
                draft.audience = choice;
                draw();
              },
            },
            choice,
          ),
        ),
      );
      return h(
        'div',
        {},
        h('div', {}, 'Profile visible to'),
        h(
          'div',
          { class: 'dd', press: 'audience', onclick: () => (options.hidden = !options.hidden) },
          `${draft.audience} ▾`,
        ),
        options,
      );
    };
    const contents = {
      Profile: () => [h('label', {}, 'Display name ', h('input', { value: 'Robin' }))],
      Notifications: () =>
        all.map((name) =>
          h(
            'div',
            {},
            h('span', {
              class: 'sw',
              role: 'switch',
              tabindex: '0',
              'aria-checked': String(draft.on.includes(name)),
              'aria-label': name,
              press: `switch ${name}`,
              onclick: () => toggle(name),
            }),
            ` ${name}`,
          ),
        ),
      Privacy: () => [dropDown(), h('p', {}, 'Friends and Team members see your posts.')],
      Sessions: () => [h('p', {}, 'One active session.')],
    };
    const tabs = h('div', { role: 'tablist' });
    const draw = () => {
      tabs.replaceChildren(
        ...Object.keys(contents).map((name) =>
          h(
            'div',
            { role: 'tab', 'aria-selected': String(name === current), press: `tab ${name}`, onclick: () => go(name) },
            name,
          ),
        ),
      );
      panel.replaceChildren(
        ...contents[current](),
        h('div', {}, h('button', { press: 'save', disabled: !isChanged(), onclick: save }, 'Save')),
      );
    };
    draw();
    root.append(h('h1', {}, 'Settings'), tabs, panel);
  },
  async handrail({ run, url, data: { name, audience } }) {
    await run(['open', url]);
    await run(['click', 'Notifications']);
    await run(['click', `${name} switch`], ['click', 'Save'], ['click', 'Privacy']);
    await run(['click', 'Everyone ▾'], ['click', audience], ['click', 'Save']);
  },
  async agentBrowser({ run, url, data: { name, audience } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(['click', snapshotRef('tab', 'Notifications')], ['snapshot', '-i']);
    await run(
      ['click', snapshotRef('switch', name)],
      ['find', 'role', 'button', 'click', '--name', 'Save'],
      ['click', snapshotRef('tab', 'Privacy')],
      ['snapshot', '-i'],
    );
    await run(['click', snapshotRef('\\w+', 'Everyone ▾')], ['snapshot', '-i']);
    await run(
      ['click', snapshotRef('\\w+', audience)],
      ['find', 'role', 'button', 'click', '--name', 'Save'],
      ['snapshot', '-i'],
    );
  },
};
