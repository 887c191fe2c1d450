import { mapId, snapshotRef } from '../../patterns.mjs';

const airports = [
  ['Eureka, NV', 'EUE'],
  ['Eureka, CA', 'EKA'],
  ['Eugene, OR', 'EUG'],
  ['Euclid, OH', 'EUC'],
  ['Berlin, DE', 'BER'],
  ['Bern, CH', 'BRN'],
  ['Bergen, NO', 'BGO'],
  ['Bergamo, IT', 'BGY'],
  ['Leeds, GB', 'LBA'],
  ['Leipzig, DE', 'LEJ'],
  ['Lens, FR', 'XLE'],
  ['Leon, ES', 'LEN'],
];

/** @type {import('../../task.mjs').Task} */
export const autocomplete = {
  id: 'airport',
  size: 'small',
  make(random) {
    const [city, code] = random.pick(airports);
    const name = `${city} (${code})`;
    return {
      instruction: `Choose the airport ${name} from the suggestions and press "Search flights".`,
      data: { airports: airports.map(([place, letters]) => `${place} (${letters})`), name, start: city.slice(0, 2) },
      expected: name,
      presses: [`suggestion ${name}`, 'search'],
    };
  },
  page({ root, h, result, style }, { airports: all }) {
    style(
      '.list{position:absolute;background:#fff;border:1px solid #999;width:260px}.list div{padding:4px}.list div:hover{background:#def}',
    );
    const list = h('div', { class: 'list', hidden: true });
    let chosen = '';
    let timer;
    const field = h('input', {
      placeholder: 'From city or airport',
      oninput() {
        chosen = '';
        clearTimeout(timer);
        timer = setTimeout(show, 300);
      },
    });
    const show = () => {
      const matching = all.filter((name) => name.toLowerCase().startsWith(field.value.toLowerCase()));
      list.replaceChildren(...matching.map((name) => h('div', { press: `suggestion ${name}`, place: name }, name)));
      list.hidden = !field.value || matching.length === 0;
    };
    list.addEventListener('click', (event) => {
      chosen = event.target.textContent;
      field.value = chosen;
      list.hidden = true;
    });
    root.append(
      h('h1', {}, 'Book a flight'),
      h('label', {}, 'From '),
      field,
      list,
      h('p', {}, 'We fly to Eureka, Berlin, Leeds and many more.'),
      h('button', { press: 'search', onclick: () => result(chosen) }, 'Search flights'),
    );
  },
  async handrail({ run, press, url, data }) {
    await run(['open', url]);
    await run(['type', mapId('TextInput', 'From[^"]*'), data.start], ['wait_for', data.name]);
    await press(
      [{ pattern: mapId('\\w+', data.name.replaceAll(/[()]/g, '\\$&')), name: data.name }],
      ['click', 'Search flights'],
    );
  },
  async agentBrowser({ run, url, data }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(
      ['fill', snapshotRef('textbox', 'From[^"]*'), data.start],
      ['wait', '--text', data.name],
      ['snapshot', '-i'],
    );
    await run(
      ['find', 'text', data.name, 'click', '--exact'],
      ['click', snapshotRef('button', 'Search flights')],
      ['snapshot', '-i'],
    );
  },
};

const people = ['Gabriella', 'Hermann', 'Ottilie', 'Ravindra', 'Solveig', 'Tadeusz', 'Yolanda'];
const subjects = [
  'Budget draft',
  'Lunch on Friday',
  'Travel report',
  'New badge',
  'Server move',
  'Team photo',
  'Invoice 4411',
];

/** @type {import('../../task.mjs').Task} */
export const inbox = {
  id: 'inbox',
  size: 'small',
  make(random) {
    const senders = random.shuffle(people);
    const [target, other] = random.shuffle(senders, 2);
    return {
      instruction: `In the mailbox: give the mail from ${target} a star, then forward the mail from ${other} to ${target}.`,
      data: { mails: senders.map((sender, index) => ({ sender, subject: subjects[index] })), target, other },
      expected: { starred: [target], forwarded: [other, target] },
      presses: [`star ${target}`, `open ${other}`, `forward ${other}`, `to ${target}`, 'send', 'close'],
    };
  },
  page({ root, h, result, style }, { mails }) {
    style(
      '.mail{display:flex;gap:12px;border-bottom:1px solid #ccc;padding:6px;width:520px}.mail .s{flex:1;cursor:pointer}.i{width:20px;height:20px;cursor:pointer;background:#bbb}.star{clip-path:polygon(50% 0,65% 35%,100% 38%,72% 60%,82% 100%,50% 78%,18% 100%,28% 60%,0 38%,35% 35%)}.on{background:#e90}.trash{clip-path:polygon(10% 0,90% 0,80% 100%,20% 100%)}',
    );
    const starred = [];
    let forwarded;
    const tell = () => result({ starred, forwarded });
    const open = (mail) => {
      const panel = h('div', {});
      const forward = () => {
        const names = mails.map(({ sender }) =>
          h('li', { press: `to ${sender}`, onclick: () => choose(sender) }, sender),
        );
        const list = h('ul', { style: 'display:none;border:1px solid #999;width:200px;cursor:pointer' }, names);
        const field = h('input', { 'aria-label': 'To', readonly: true });
        const choose = (sender) => {
          field.value = sender;
          list.style.display = 'none';
        };
        field.addEventListener('click', () => setTimeout(() => (list.style.display = 'block'), 250));
        const send = () => {
          forwarded = [mail.sender, field.value];
          tell();
          root.replaceChildren(h('p', {}, `Forwarded to ${field.value}.`));
        };
        panel.append(
          field,
          list,
          h('span', { class: 'i', style: 'display:inline-block', title: 'Send', press: 'send', onclick: send }, '➤'),
        );
      };
      panel.append(
        h('h2', {}, mail.subject),
        h('p', {}, `${mail.sender} writes: please show this to Gabriella and Hermann, and also to Solveig.`),
        h('span', { class: 'i', style: 'display:inline-block;background:none', press: `reply ${mail.sender}` }, '↩'),
        h(
          'span',
          {
            class: 'i',
            style: 'display:inline-block;background:none',
            press: `forward ${mail.sender}`,
            place: 'forward',
            onclick: forward,
          },
          '↪',
        ),
      );
      root.replaceChildren(panel);
    };
    const row = (mail) =>
      h(
        'div',
        { class: 'mail' },
        h(
          'span',
          { class: 's', press: `open ${mail.sender}`, onclick: () => open(mail) },
          h('b', {}, mail.sender),
          ` ${mail.subject}`,
        ),
        h('span', {
          class: 'i star',
          press: `star ${mail.sender}`,
          place: `star ${mail.sender}`,
          onclick(event) {
            event.target.classList.add('on');
            starred.push(mail.sender);
            tell();
          },
        }),
        h('span', {
          class: 'i trash',
          press: `trash ${mail.sender}`,
          onclick: (event) => event.target.parentNode.remove(),
        }),
      );
    root.append(h('h1', {}, 'Mailbox'), ...mails.map(row));
  },
  async handrail({ run, press, url, data }) {
    await run(['open', url]);
    await press(
      [
        {
          pattern: new RegExp(`${data.target}[^\\n]*?\\[(el_\\d+)\\] \\w+ "[^"]*star`),
          name: `star ${data.target}`,
        },
      ],
      ['click', `${data.other} ${data.mails.find(({ sender }) => sender === data.other).subject}`],
    );
    await press([{ pattern: /\[(el_\d+)\] \w+ "(?:↪|[Ff]orward)/, name: 'forward' }], ['click', 'To']);
    await run(['click', data.target], ['click', 'Send']);
  },
  async agentBrowser({ run, press, screenshot, url, data }) {
    await run(['open', url], ['snapshot', '-i'], screenshot);
    const subject = data.mails.find(({ sender }) => sender === data.other).subject;
    await press(
      [
        {
          pattern: new RegExp(`"${data.target} [^\\n]*\\n[^\\n]*star[^\\n]*ref=(e\\d+)`),
          name: `star ${data.target}`,
        },
      ],
      ['click', snapshotRef('generic', `${data.other} ${subject}`)],
      ['snapshot', '-i'],
    );
    await run(['click', snapshotRef('generic', '↪')], ['click', 'input'], ['wait', '400'], ['snapshot', '-i']);
    await run(
      ['find', 'text', data.target, 'click', '--exact'],
      ['click', snapshotRef('generic', '[^"]*➤|Send')],
      ['snapshot', '-i'],
    );
  },
};
