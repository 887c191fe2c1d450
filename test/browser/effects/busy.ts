import { type EffectCase, onClick, serveDeed } from './case.js';

/** What a page does by itself, without end. */
const ambient: Record<string, string> = {
  'a clock': `<p id="clock" data-ambient>00:00:00</p><script data-ambient>let seconds = 0; setInterval(() => { clock.textContent = new Date(++seconds * 1000).toISOString().slice(11, 19); }, 1000);</script>`,
  'a ticker': `<p id="ticker" data-ambient>0</p><script data-ambient>let ticks = 0; setInterval(() => { ticker.textContent = String(++ticks); }, 100);</script>`,
  'a fast ticker': `<p id="ticker" data-ambient>0</p><script data-ambient>let ticks = 0; setInterval(() => { ticker.textContent = String(++ticks); }, 7);</script>`,
  'an animation by frames': `<div id="ball" data-ambient style="position:absolute;top:300px;width:20px;height:20px;background:red">o</div><script data-ambient>const step = (now) => { ball.style.left = 200 + 100 * Math.sin(now / 300) + 'px'; requestAnimationFrame(step); }; requestAnimationFrame(step);</script>`,
  'an endless CSS animation': `<style>@keyframes turn{to{transform:rotate(1turn)}}</style><div data-ambient style="animation:turn 1s linear infinite;width:20px;height:20px;background:red"></div>`,
  'a marquee': `<marquee data-ambient>Round and round</marquee>`,
  polling: `<script data-ambient>setInterval(() => fetch('/ambient/KEY?' + Math.random()), 300);</script>`,
  'polling that shows': `<p id="news" data-ambient>-</p><script data-ambient>let turn = 0; setInterval(async () => { await fetch('/ambient/KEY'); news.textContent = 'News ' + ++turn; }, 400);</script>`,
  'long polling': `<script data-ambient>(async () => { for (;;) await fetch('/slow/KEY?' + Math.random()); })();</script>`,
  'a carousel': `<ul id="carousel" data-ambient><li>Slide 1</li></ul><script data-ambient>let slide = 1; setInterval(() => { carousel.innerHTML = '<li>Slide ' + ++slide + '</li>'; }, 700);</script>`,
  'a title that blinks': `<script data-ambient>window.titleIsAmbient = true; let blink = 0; setInterval(() => { document.title = ++blink % 2 ? 'New message' : 'Page'; }, 250);</script>`,
  'a field that counts': `<label data-ambient>Seconds <input id="seconds" data-ambient></label><script data-ambient>let count = 0; setInterval(() => { seconds.value = ++count; }, 200);</script>`,
  'a drawing without end': `<canvas id="film" data-ambient width="200" height="80"></canvas><script data-ambient>const film2d = film.getContext('2d'); let frame = 0; const draw = () => { film2d.fillStyle = 'hsl(' + (frame += 3) + ' 80% 50%)'; film2d.fillRect(0, 0, 200, 80); requestAnimationFrame(draw); }; draw();</script>`,
  'toasts by themselves': `<script data-ambient>let toasts = 0; setInterval(() => { const one = document.createElement('div'); one.dataset.ambient = ''; one.textContent = 'By itself ' + ++toasts; document.body.append(one); setTimeout(() => one.remove(), 200); }, 500);</script>`,
  'a box that scrolls itself': `<div id="belt" data-ambient style="width:300px;height:40px;overflow:auto"><div style="width:90000px">Long belt</div></div><script data-ambient>setInterval(() => { belt.scrollLeft += 2; }, 50);</script>`,
  'a progress bar': `<div data-ambient id="bar" role="progressbar" aria-valuenow="0" aria-label="Progress" style="height:10px;width:0;background:green"></div><script data-ambient>let done = 0; setInterval(() => { done = (done + 1) % 1000; bar.style.width = done / 10 + '%'; bar.setAttribute('aria-valuenow', String(Math.floor(done / 10))); }, 60);</script>`,
  'a clock in a frame': `<iframe data-ambient title="Clock" width="200" height="60" srcdoc="<p id=c>0</p><script>let s = 0; setInterval(() => { c.textContent = ++s; }, 300)</script>"></iframe>`,
};

/** What the action does on such a page. */
const acts: Record<string, { script: string; tells?: EffectCase['tells'] }> = {
  'does nothing': { script: '' },
  works: { script: `show('Done');`, tells: [{ kind: 'renamed', to: 'Done' }] },
  'works late': { script: `setTimeout(() => show('Done'), 300);`, tells: [{ kind: 'renamed', to: 'Done' }] },
};

const serve: EffectCase['serve'] = (witness, key) => {
  serveDeed(50)?.(witness, key);
  witness.answer(`/ambient/${key}`, (_, response) => response.end('x'));
  witness.answer(`/slow/${key}`, (_, response) => void setTimeout(() => response.end('x'), 800));
};

/** A script that listens may draw on a film that runs anyway, and nobody could tell: there `unknown` is the truth. */
const hides = new Set(['a drawing without end']);
const nothing = (busyName: string): Pick<EffectCase, 'effects'> =>
  hides.has(busyName) ? { effects: ['unchanged', 'unknown'] } : {};

/** Every kind of restlessness, known to the watcher for a while or from a page just opened, with each kind of action. */
export const busy: EffectCase[] = Object.entries(ambient).flatMap(([busyName, body]) => [
  ...Object.entries(acts).map(
    ([actName, act]): EffectCase => ({
      name: `${busyName}: ${actName}`,
      body: onClick(act.script, body),
      serve,
      age: 2_500,
      tells: act.tells,
      ...(act.script ? {} : nothing(busyName)),
    }),
  ),
  { name: `${busyName}: no listener`, body: `<button>Go</button>${body}`, serve, age: 2_500 },
  { name: `${busyName}, just opened: does nothing`, body: onClick('', body), serve, ...nothing(busyName) },
  {
    name: `${busyName}, just opened: works`,
    body: onClick(`show('Done');`, body),
    serve,
    tells: [{ kind: 'renamed', to: 'Done' }],
  },
]);
