import { type Served, servePages } from '../support/serve.js';

/** Things to be operated, at known places, that tell the server what was done to them. */
const page = `<!doctype html><title>Control desk</title>
<style>
  body { margin: 0; height: 3000px }
  body > * { position: absolute }
  #pane { left: 700px; top: 60px; width: 200px; height: 120px; overflow: auto }
  #pane div { width: 1000px; height: 1000px }
</style>
<button id="save" style="left:40px; top:60px; width:120px; height:40px">Save</button>
<a href="/next" style="left:200px; top:60px">Next page</a>
<label style="left:40px; top:130px">Note <input id="note"></label>
<label style="left:40px; top:170px">Password <input id="password" type="password"></label>
<label style="left:40px; top:210px">Colour <select id="colour"><option value="r">Red</option><option value="b">Blue</option></select></label>
<label style="left:40px; top:250px">Volume <input id="volume" type="range" min="0" max="100" value="10"></label>
<label style="left:40px; top:290px"><input id="agree" type="checkbox"> Agree</label>
<label style="left:40px; top:330px">Day <input id="day" type="date"></label>
<div id="card" draggable="true" role="button" tabindex="0" style="left:400px; top:60px; width:80px; height:40px; background:#cde">Card</div>
<div id="tray" role="button" tabindex="0" style="left:400px; top:200px; width:160px; height:80px; background:#eee">Tray</div>
<div id="pane" role="region" aria-label="Pane" tabindex="0"><div>Long</div></div>
<button id="ask" style="left:40px; top:380px" onclick="tell('answer ' + confirm('Really?'))">Ask me</button>
<button id="prompt" style="left:140px; top:380px" onclick="tell('named ' + prompt('Your name?'))">Name me</button>
<button id="leave" style="left:240px; top:380px" onclick="setTimeout(() => document.getElementById('save').remove(), 0)">Take away</button>
<button id="later" style="left:360px; top:380px" onclick="setTimeout(() => { const b = document.createElement('button'); b.textContent = 'Came late'; b.style = 'left:500px; top:380px'; document.body.append(b) }, 400)">Bring later</button>
<p id="last" style="left:700px; top:300px">Nothing was done yet</p>
<script>
  const tell = (what) => {
    last.textContent = what;
    navigator.sendBeacon('/tell?' + encodeURIComponent(what));
  };
  const held = (event) => ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((key) => event[key]).map((key) => key.slice(0, -3) + '+').join('');
  const of = (event) => event.target.id || event.target.tagName;
  for (const type of ['click', 'dblclick', 'auxclick', 'contextmenu'])
    addEventListener(type, (event) => tell(type + ' ' + held(event) + event.button + ' ' + of(event) + ' at ' + event.clientX + ',' + event.clientY));
  for (const type of ['dragstart', 'drop']) addEventListener(type, (event) => tell(type + ' ' + of(event)));
  addEventListener('mousedown', (event) => tell('down ' + held(event) + of(event)));
  addEventListener('mouseup', (event) => tell('up ' + of(event)));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('contextmenu', (event) => event.preventDefault());
  addEventListener('keydown', (event) => { if (!['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) tell('key ' + held(event) + event.key); });
  addEventListener('change', (event) => tell('change ' + of(event) + ' ' + (event.target.type === 'checkbox' ? event.target.checked : event.target.value)));
  addEventListener('input', (event) => tell('input ' + of(event) + ' ' + event.target.value));
  addEventListener('wheel', (event) => tell('wheel ' + event.deltaX + ',' + event.deltaY + ' ' + of(event)), { passive: true });
</script>`;

const many = `<!doctype html><title>Many</title><style>body{margin:0;font-size:0}button{width:20px;height:16px;padding:0;border:0;font-size:6px}</style>
<script>for (let i = 1; i <= 1200; i++) document.write('<button>b' + i + '</button>')</script>`;

export interface Desk extends Served {
  /** What the pages told since the last `forget`. */
  told(): string[];
  forget(): void;
}

export async function openDesk(): Promise<Desk> {
  const served = await servePages({
    '/': page,
    '/next': '<!doctype html><title>Next page</title><h1>The next page</h1><a href="/">Back</a>',
    '/many': many,
    '/other': `<!doctype html><title>Other desk</title><button onclick="navigator.sendBeacon('/tell?other')">Press here</button>`,
    '/slow': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.write('<!doctype html><title>Slow</title><h1>Slow</h1>');
      setTimeout(() => response.end('<p>All here</p>'), 300);
    },
  });
  let from = 0;
  return {
    ...served,
    told: () =>
      served.log
        .slice(from)
        .filter((line) => line.includes('/tell?'))
        .map((line) => decodeURIComponent(line.slice(line.indexOf('?') + 1))),
    forget() {
      from = served.log.length;
    },
  };
}
