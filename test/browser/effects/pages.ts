import type { Witness } from '../witness/witness.js';
import { type EffectCase, onClick, out, serveDeed, show } from './case.js';
import { frames } from './frames.js';

/** Serves `/do/<key>` as a page of its own. */
const aPage =
  (delay = 0) =>
  (witness: Witness, key: string) =>
    witness.answer(`/do/${key}`, (_, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Second</title><h1>Second</h1>'),
        delay,
      );
    });
const aDownload = (witness: Witness, key: string) =>
  witness.answer(`/do/${key}`, (_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' })
      .end('a,b\n1,2\n');
  });
const clickLink = ({ id }: { id(name: string): `el_${number}` }) => ({
  type: 'click' as const,
  target: { element: id('Link') },
});
const url = [{ kind: 'url' as const }];
/** Effects outside the document: another page, a window, a dialog, a download or a frame. */
export const pages: EffectCase[] = [
  { name: 'a link', body: '<a href="/do/KEY">Link</a>', action: clickLink, serve: aPage(), tells: url },
  {
    name: 'a link to a slow page',
    body: '<a href="/do/KEY">Link</a>',
    action: clickLink,
    serve: aPage(1_200),
    tells: url,
  },
  {
    name: 'a link without content',
    body: '<a href="/do/KEY">Link</a>',
    action: clickLink,
    serve: serveDeed(0, 204),
    silent: ['url', 'reloaded'],
  },
  { name: 'a link to this page', body: '<a href="/KEY">Link</a>', action: clickLink, tells: [{ kind: 'reloaded' }] },
  { name: 'a link to nowhere', body: '<a href="javascript:void 0">Link</a>', action: clickLink },
  {
    name: 'a link to the hash it is at',
    body: '<a href="#here">Link</a><p id="here">Here</p>',
    action: clickLink,
    first: ({ id }) => [{ type: 'click', target: { element: id('Link') } }],
  },
  { name: 'location is set', body: onClick(`location.href = '/do/KEY';`), serve: aPage(), tells: url },
  {
    name: 'location is set after a timer',
    body: onClick(`setTimeout(() => { location.href = '/do/KEY'; }, 300);`),
    serve: aPage(),
    tells: url,
  },
  { name: 'location is reloaded', body: onClick(`location.reload();`), tells: [{ kind: 'reloaded' }] },
  {
    name: 'a form by GET',
    body: '<form action="/do/KEY"><input name="q" value="1"><button>Go</button></form>',
    serve: aPage(),
    tells: url,
  },
  {
    name: 'a form by POST',
    body: '<form action="/do/KEY" method="post"><input name="q" value="1"><button>Go</button></form>',
    serve: aPage(),
    tells: url,
  },
  {
    name: 'a form that is not valid',
    body: '<form action="/do/KEY"><label>Name <input name="q" required></label><button>Go</button></form>',
    serve: aPage(),
    effects: ['unchanged', 'changed'],
    silent: ['url'],
  },
  {
    name: 'a meta refresh',
    body: onClick(
      `const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=/do/KEY'; document.head.append(meta);`,
    ),
    serve: aPage(),
    tells: url,
  },
  { name: 'pushState', body: onClick(`history.pushState(null, '', '?page=2'); did('push');`), tells: url },
  {
    name: 'pushState and a new view',
    body: onClick(`history.pushState(null, '', '?page=2'); show('Second');`),
    tells: [{ kind: 'url' }, { kind: 'renamed', to: 'Second' }],
  },
  { name: 'a hash', body: onClick(`location.hash = 'two'; did('hash');`), tells: url },
  {
    name: 'a hash that a listener answers',
    body: `<a href="#two">Link</a>${out}<script data-ambient>${show} addEventListener('hashchange', () => show('Second'));</script>`,
    action: clickLink,
    tells: url,
  },
  {
    name: 'a link with target blank',
    body: '<a href="/do/KEY" target="_blank">Link</a>',
    action: clickLink,
    serve: aPage(),
    tells: [{ kind: 'popup' }],
  },
  { name: 'window open', body: onClick(`window.open('/do/KEY');`), serve: aPage(), tells: [{ kind: 'popup' }] },
  {
    name: 'window open without opener',
    body: onClick(`window.open('/do/KEY', '_blank', 'noopener');`),
    serve: aPage(),
    tells: [{ kind: 'popup' }],
  },
  {
    name: 'window open after a timer',
    body: onClick(`setTimeout(() => window.open('/do/KEY'), 200);`),
    serve: aPage(),
    tells: [{ kind: 'popup' }],
  },
  {
    name: 'three windows',
    body: onClick(`for (let turn = 0; turn < 3; turn += 1) window.open('/do/KEY?' + turn);`),
    serve: aPage(),
    tells: [{ kind: 'popup' }],
  },
  {
    name: 'a window that closes itself',
    body: onClick(`const popup = window.open('about:blank'); did('open'); popup.close();`),
    effects: ['changed', 'unchanged'],
  },
  {
    name: 'an alert',
    body: onClick(`did('alert'); alert('Watch out');`),
    tells: [{ kind: 'dialog', dialog: 'alert', text: 'Watch out', do: 'opened' }],
  },
  { name: 'a confirm', body: onClick(`did('ask'); confirm('Sure?');`), tells: [{ kind: 'dialog', dialog: 'confirm' }] },
  {
    name: 'a prompt',
    body: onClick(`did('ask'); prompt('Name?', 'me');`),
    tells: [{ kind: 'dialog', dialog: 'prompt' }],
  },
  {
    name: 'an alert after a timer',
    body: onClick(`setTimeout(() => { did('alert'); alert('Late'); }, 250);`),
    tells: [{ kind: 'dialog', text: 'Late' }],
  },
  {
    name: 'a link from a page that asks to stay',
    body: `<a href="/do/KEY">Link</a><script data-ambient>addEventListener('beforeunload', (event) => { did('asked'); event.preventDefault(); });</script>`,
    first: ({ id }) => [
      { type: 'click', target: { element: id('Link') } },
      { type: 'dialog', accept: false },
    ],
    action: clickLink,
    serve: aPage(),
    tells: [{ kind: 'dialog', dialog: 'beforeunload' }],
  },
  {
    name: 'accepting a confirm',
    body: onClick(`show(confirm('Sure?') ? 'Yes' : 'No');`),
    first: ({ id }) => [{ type: 'click', target: { element: id('Go') } }],
    action: () => ({ type: 'dialog', accept: true }),
    tells: [
      { kind: 'dialog', do: 'closed' },
      { kind: 'renamed', to: 'Yes' },
    ],
  },
  {
    name: 'dismissing a confirm',
    body: onClick(`show(confirm('Sure?') ? 'Yes' : 'No');`),
    first: ({ id }) => [{ type: 'click', target: { element: id('Go') } }],
    action: () => ({ type: 'dialog', accept: false }),
    tells: [{ kind: 'renamed', to: 'No' }],
  },
  {
    name: 'two dialogs in a row',
    body: onClick(`did('one'); alert('One'); did('two'); alert('Two');`),
    first: ({ id }) => [{ type: 'click', target: { element: id('Go') } }],
    action: () => ({ type: 'dialog', accept: true }),
    tells: [
      { kind: 'dialog', do: 'closed', text: 'One' },
      { kind: 'dialog', do: 'opened', text: 'Two' },
    ],
  },
  {
    name: 'a download by header',
    body: '<a href="/do/KEY">Link</a>',
    action: clickLink,
    serve: aDownload,
    tells: [{ kind: 'download', name: 'report.csv', state: 'done', bytes: 8 }],
  },
  {
    name: 'a download by attribute',
    body: '<a href="/do/KEY" download="named.txt">Link</a>',
    action: clickLink,
    serve: serveDeed(),
    tells: [{ kind: 'download', name: 'named.txt', state: 'done' }],
  },
  {
    name: 'a download of a blob',
    body: onClick(
      `const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob(['words'])); link.download = 'blob.txt'; link.click(); did('download');`,
    ),
    tells: [{ kind: 'download', name: 'blob.txt', bytes: 5 }],
  },
  {
    name: 'a file chooser',
    body: '<label>File <input type="file" onclick="did(\'ask\')"></label>',
    action: ({ id }) => ({ type: 'click', target: { element: id('File') } }),
    tells: [{ kind: 'file_chooser', multiple: false }],
  },
  ...frames,
  {
    name: 'a frame that goes elsewhere',
    body: `<iframe name="frame" title="Frame"></iframe><a href="/do/KEY" target="frame">Link</a>`,
    serve: aPage(),
    action: clickLink,
    tells: [{ kind: 'request' }],
  },
  {
    name: 'navigate',
    body: out,
    serve: aPage(),
    action: ({ witness, key }) => ({ type: 'navigate', url: `${witness.origin}/do/${key}` }),
    tells: url,
  },
  {
    name: 'navigate to the same page',
    body: out,
    action: ({ url: here }) => ({ type: 'navigate', url: here }),
    tells: [{ kind: 'reloaded' }],
  },
  {
    name: 'navigate to a hash',
    body: '<p id="two">Two</p>',
    action: ({ url: here }) => ({ type: 'navigate', url: `${here}#two` }),
    tells: url,
  },
  {
    name: 'navigate where nothing listens',
    body: out,
    action: () => ({ type: 'navigate', url: 'http://127.0.0.1:9/' }),
    error: 'navigation_failed',
    effects: ['changed', 'unchanged'],
  },
  { name: 'reload', body: out, action: () => ({ type: 'reload' }), tells: [{ kind: 'reloaded' }] },
  {
    name: 'back',
    body: '<a href="/do/KEY">Link</a>',
    serve: aPage(),
    first: ({ id }) => [{ type: 'click', target: { element: id('Link') } }],
    action: () => ({ type: 'back' }),
    tells: url,
  },
  {
    name: 'back within a page',
    body: onClick(`history.pushState(null, '', '?page=2'); did('push');`),
    first: ({ id }) => [{ type: 'click', target: { element: id('Go') } }],
    action: () => ({ type: 'back' }),
    tells: url,
  },
];
