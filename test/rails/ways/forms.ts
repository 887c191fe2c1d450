import type { Purpose } from './purpose.js';
import { byKeys, click } from './triggers.js';
import { control, controlStyle, escapeHtml, form, page, place, textField, type Way } from './way.js';

/** The inputs that submit a form of HTML, without a script. */
const input = (purpose: Purpose, type: string, more = '') =>
  `<input id="go" type="${type}" value="${escapeHtml(purpose.label)}" style="${controlStyle}" ${purpose.attributes ?? ''} ${more}>`;

const submitted = (name: string, html: (purpose: Purpose) => string, use: Way['use'] = click): Way => ({
  name,
  html: (purpose) => page(purpose, html(purpose)),
  use,
});

const enter: Way['use'] = async ({ perform, field }) =>
  perform({ type: 'type', target: await field(), text: 'x', submit: true });

export const formWays: readonly Way[] = [
  submitted('form', (p) => form(p, control(p))),
  submitted(
    'form by the point',
    (p) => form(p, control(p)),
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  submitted('form by Tab and Enter', (p) => form(p, control(p)), byKeys('Enter')),
  submitted('form by Tab and Space', (p) => form(p, control(p)), byKeys('Space')),
  submitted(
    'form by press and release',
    (p) => form(p, control(p)),
    async ({ perform, control }) => {
      await perform({ type: 'press', target: await control() });
      await perform({ type: 'release' });
    },
  ),
  submitted(
    'form by a drag onto itself',
    (p) => form(p, control(p)),
    async ({ perform, control }) => {
      const target = await control();
      await perform({ type: 'drag', path: [target, target] });
    },
  ),
  submitted(
    'form by a double click',
    (p) => form(p, control(p)),
    async ({ perform, control }) => perform({ type: 'click', target: await control(), count: 2 }),
  ),
  submitted(
    'form by Control and click',
    (p) => form(p, control(p)),
    async ({ perform, control }) => perform({ type: 'click', target: await control(), modifiers: ['Control'] }),
  ),
  submitted('form by Enter in a field', (p) => form(p, textField + control(p)), enter),
  submitted(
    'form by a typed line break',
    (p) => form(p, textField + control(p)),
    async ({ perform, field }) => perform({ type: 'type', target: await field(), text: 'x\n' }),
  ),
  submitted(
    'form by typing and Enter in two calls',
    (p) => form(p, textField + control(p)),
    async ({ perform, field }) => {
      await perform({ type: 'type', target: await field(), text: 'x' });
      await perform({ type: 'key', keys: 'Enter' });
    },
  ),
  submitted(
    'form by letters and Enter as keys',
    (p) => form(p, textField + control(p)),
    async ({ perform, field }) => {
      await perform({ type: 'click', target: await field() });
      await perform({ type: 'key', keys: 'a b Enter' });
    },
  ),
  submitted('form without a button', (p) => form(p, textField), enter),
  submitted(
    'form without a button by submit: form',
    (p) => form(p, `${textField}<input name="second">`),
    async ({ perform, field }) => perform({ type: 'type', target: await field(), text: 'x', submit: 'form' }),
  ),
  submitted(
    'form by Enter in a check box',
    (p) => form(p, `<input type="checkbox" name="c">${control(p)}`),
    byKeys('Enter'),
  ),
  submitted(
    'form by Enter in a password field',
    (p) => form(p, textField.replace('<input', '<input type="password"') + control(p)),
    enter,
  ),
  submitted(
    'form by Enter in a date field',
    (p) =>
      form(
        p,
        `<input id="go" type="date" aria-label="Day" style="${controlStyle}"><button>${escapeHtml(p.label)}</button>`,
      ),
    byKeys('Enter'),
  ),
  submitted('form whose button is before the field', (p) => form(p, control(p) + textField), enter),
  submitted(
    'form whose button is far away',
    (p) =>
      `${form(p, textField)}<div style="height:300px"></div><button form="form" style="position:absolute;top:700px">${escapeHtml(p.label)}</button>`,
    enter,
  ),
  submitted(
    'form whose button is hidden',
    (p) => form(p, `${textField}<button style="display:none">${escapeHtml(p.label)}</button>`),
    enter,
  ),
  submitted(
    'form with a harmless button first',
    (p) => form(p, `${textField}<button type="button">Help</button><button>${escapeHtml(p.label)}</button>`),
    enter,
  ),
  submitted('button outside of the form', (p) => `${form(p, '')}${control(p, 'button', 'form="form"')}`),
  submitted(
    'field outside of the form',
    (p) => `${form(p, control(p))}${textField.replace('<input', '<input form="form"')}`,
    enter,
  ),
  submitted('formaction', (p) =>
    form(p, control(p, 'button', `formaction="${escapeHtml(p.path)}"`)).replace(/action="[^"]*"/, 'action="/search"'),
  ),
  submitted('formmethod', (p) =>
    form(p, control(p, 'button', `formmethod="${p.method === 'GET' ? 'get' : 'post'}"`)).replace(
      /method="[^"]*"/,
      'method="get"',
    ),
  ),
  submitted('formenctype multipart', (p) => form(p, control(p, 'button', 'formenctype="multipart/form-data"'))),
  submitted('multipart form', (p) => form(p, control(p), 'enctype="multipart/form-data"')),
  submitted('plain text form', (p) => form(p, control(p), 'enctype="text/plain"')),
  submitted('form in a new window', (p) => form(p, control(p), 'target="_blank"')),
  submitted(
    'form in a hidden frame',
    (p) => `${form(p, control(p), 'target="sink"')}<iframe name="sink" hidden></iframe>`,
  ),
  submitted('form to another origin', (p) => form(p, control(p)).replace('action="/', 'action="OTHER/')),
  submitted('form after a redirect', (p) => form(p, control(p)).replace('action="', 'action="/redirect?307')),
  submitted(
    'form inside a frame',
    (p) =>
      `<iframe style="position:absolute;left:0;top:0;border:0;width:600px;height:400px" srcdoc="${escapeHtml(form(p, control(p)))}"></iframe>`,
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  {
    name: 'form inside a frame of another origin',
    html: (p) =>
      page(
        p,
        '<iframe style="position:absolute;left:0;top:0;border:0;width:600px;height:400px" src="OTHER/inner"></iframe>',
      ),
    files: (p) => ({ '/inner': `<!doctype html><meta charset="utf-8"><body style="margin:0">${form(p, control(p))}` }),
    use: ({ perform }) => perform({ type: 'click', target: place.control }),
  },
  submitted(
    'form inside a shadow root',
    (p) =>
      `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(form(p, control(p))).replaceAll('<', '\\u003c')};</script>`,
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  submitted(
    'form in a dialog',
    (p) => `<dialog id="d" style="position:static">${form(p, control(p))}</dialog><script>d.show();</script>`,
  ),
  submitted('submit input', (p) => form(p, input(p, 'submit'))),
  submitted('image input', (p) =>
    form(p, input(p, 'image', 'src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"')),
  ),
  submitted('submit input with a name', (p) => form(p, input(p, 'submit', 'name="commit"'))),
  submitted(
    'label of a hidden button',
    (p) =>
      form(
        p,
        `<label id="go" for="b" style="${controlStyle}">${escapeHtml(p.label || 'x')}</label><button id="b" style="position:absolute;opacity:0;left:-999px">x</button>`,
      ),
    ({ perform }) => perform({ type: 'click', target: place.control }),
  ),
  submitted(
    'select that submits',
    (p) =>
      form(
        p,
        `<select id="go" name="n" aria-label="Number" style="${controlStyle}" onchange="this.form.submit()"><option>1<option>2</select>`,
      ),
    async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: '2' }),
  ),
  submitted(
    'check box that submits',
    (p) =>
      form(
        p,
        `<input id="go" type="checkbox" name="c" aria-label="Choice" style="${controlStyle}" onchange="this.form.requestSubmit()">`,
      ),
    async ({ perform, control }) => perform({ type: 'set_value', target: await control(), value: true }),
  ),
  submitted('radio button that submits', (p) =>
    form(
      p,
      `<input id="go" type="radio" name="c" aria-label="Choice" style="${controlStyle}" onclick="this.form.submit()">`,
    ),
  ),
  submitted('form that is changed by the click', (p) =>
    form(
      p,
      control(p, 'button', `onclick="this.form.setAttribute('action', ${escapeHtml(JSON.stringify(p.path))})"`),
    ).replace(/action="[^"]*"/, 'action="/search"'),
  ),
  submitted(
    'form with a listener that fetches',
    (p) =>
      `${form(p, control(p))}<script>form.onsubmit = (e) => { e.preventDefault(); fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form)) }); };</script>`,
  ),
  submitted(
    'form that asks first',
    (p) => `${form(p, control(p))}<script>form.onsubmit = () => confirm('Really?');</script>`,
    async (hands) => {
      await click(hands);
      await hands.perform({ type: 'dialog', accept: true });
    },
  ),
  submitted(
    'file that submits',
    (p) =>
      form(
        p,
        `<input id="go" type="file" name="f" aria-label="File" style="${controlStyle}" onchange="this.form.submit()">`,
        'enctype="multipart/form-data"',
      ),
    async ({ perform, control }) => perform({ type: 'upload', target: await control(), paths: ['package.json'] }),
  ),
];
