import { mapId, snapshotRef } from '../../patterns.mjs';

const senders = ['Rosa Lind', 'Theo Marsh', 'Ines Calder', 'Paul Vega', 'Nora Quist'];
const topics = ['Contract', 'Holiday plan', 'Delivery', 'Meeting notes', 'Invoice'];
const folders = ['Clients', 'Finance', 'Private', 'Archive'];

/** @type {import('../../task.mjs').Task} */
export const mailClient = {
  id: 'mail',
  size: 'large',
  make(random) {
    const mails = random
      .shuffle(senders.flatMap((sender) => topics.map((topic) => ({ sender, topic }))))
      .map((mail, id) => ({ id, ...mail }));
    const mail = random.pick(mails.slice(4));
    const folder = random.pick(folders);
    const text = `Received, reference ${random.integer(1000, 9999)}`;
    return {
      instruction: `Open the mail "${mail.topic}" from ${mail.sender}, answer it with the text "${text}" and send the answer, then move the mail to the folder "${folder}".`,
      data: { mails, folders, mail, folder, text },
      expected: { sent: [mail.id, text], moved: [mail.id, folder] },
      presses: [`mail ${mail.id}`, 'reply', 'send', 'body', 'move', `move to ${folder}`],
    };
  },
  page({ root, h, result, style }, { mails, folders: all }) {
    style(
      '.app{display:flex;gap:10px}.list{width:330px;height:560px;overflow:auto;border:1px solid #ccc}.m{padding:8px;border-bottom:1px solid #eee;cursor:pointer}.m.on{background:#def}.tools span{cursor:pointer;padding:6px;font-size:20px}.pane{width:520px;border:1px solid #ccc;padding:8px;min-height:560px}.menu{border:1px solid #555;width:160px}.menu div{padding:5px;cursor:pointer}nav div{padding:5px;cursor:pointer}',
    );
    const done = {};
    const pane = h('div', { class: 'pane' }, 'No mail selected');
    const list = h('div', { class: 'list' });
    const open = (mail, element) => {
      for (const other of list.children) other.classList.toggle('on', other === element);
      const extra = h('div', {});
      const reply = () => {
        const body = h('div', {
          contenteditable: 'true',
          role: 'textbox',
          'aria-label': 'Message',
          'aria-multiline': 'true',
          style: 'border:1px solid #888;min-height:90px',
          press: 'body',
        });
        const send = () => {
          done.sent = [mail.id, body.textContent.trim()];
          result(done);
          extra.replaceChildren('Your answer was sent.');
        };
        extra.replaceChildren(
          h('p', {}, `To: ${mail.sender}`),
          body,
          h('button', { press: 'send', onclick: send }, 'Send'),
          h('button', { press: 'discard', onclick: () => extra.replaceChildren() }, 'Discard'),
        );
      };
      const move = () => {
        const choose = (folder) => {
          done.moved = [mail.id, folder];
          result(done);
          element.remove();
          pane.replaceChildren(`Moved to ${folder}.`);
        };
        setTimeout(
          () =>
            extra.append(
              h(
                'div',
                { class: 'menu' },
                all.map((folder) => h('div', { press: `move to ${folder}`, onclick: () => choose(folder) }, folder)),
              ),
            ),
          300,
        );
      };
      const tool = (sign, title, press, action) => h('span', { title, press, onclick: action }, sign);
      pane.replaceChildren(
        h(
          'div',
          { class: 'tools' },
          tool('↩', 'Reply', 'reply', reply),
          tool('🗑', 'Delete', 'delete', () => element.remove()),
          tool('🗀', 'Move to folder', 'move', move),
          tool('⚑', 'Flag', 'flag', () => undefined),
        ),
        h('h2', {}, mail.topic),
        h('p', {}, `From ${mail.sender}`),
        h(
          'p',
          {},
          `Dear all, this is about the ${mail.topic.toLowerCase()}. Please reply soon. The file is in Clients or Archive.`,
        ),
        extra,
      );
    };
    list.append(
      ...mails.map((mail) => {
        const element = h(
          'div',
          { class: 'm', press: `mail ${mail.id}` },
          h('b', {}, mail.sender),
          h('div', {}, mail.topic),
        );
        element.addEventListener('click', () => open(mail, element));
        return element;
      }),
    );
    root.append(
      h('h1', {}, 'Mail'),
      h(
        'div',
        { class: 'app' },
        h(
          'nav',
          {},
          ['Inbox', 'Sent', ...all].map((name) => h('div', { press: `folder ${name}` }, name)),
        ),
        list,
        pane,
      ),
    );
  },
  async handrail({ run, attempt, find, miss, url, data: { mail, folder, text } }) {
    await run(['open', url]);
    const output = await attempt(['click', `${mail.sender} ${mail.topic}`], ['click', 'Reply']);
    if (/not_found/.test(output)) {
      miss('an item outside the visible part of a list is not found by its name');
      await run(['observe', '--expand', /not in view: expand (el_\d+)/, '--from', find(/expand el_\d+ (\d+)/) ?? '0']);
      await run(['click', mapId('\\w+', `${mail.sender} ${mail.topic}`)], ['click', 'Reply']);
    }
    await run(['fill', 'Message', text], ['click', 'Send'], ['click', 'Move to folder']);
    await run(['click', new RegExp(`appeared:[\\s\\S]*\\[(el_\\d+)\\] \\w+ "${folder}"`)]);
  },
  async agentBrowser({ run, url, data: { mail, folder, text } }) {
    await run(['open', url], ['snapshot', '-i']);
    await run(['click', snapshotRef('\\w+', `${mail.sender} ?${mail.topic}`)], ['snapshot', '-i']);
    await run(['find', 'title', 'Reply', 'click'], ['snapshot', '-i']);
    await run(
      ['fill', snapshotRef('textbox', 'Message'), text],
      ['click', snapshotRef('button', 'Send')],
      ['find', 'title', 'Move to folder', 'click'],
      ['wait', '.menu'],
      ['snapshot', '-i'],
    );
    await run(['click', new RegExp(`[\\s\\S]*"${folder}" \\[ref=(e\\d+)`)], ['snapshot', '-i']);
  },
};
