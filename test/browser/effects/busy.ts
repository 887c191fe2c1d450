import { type EffectCase, onClick, serveDeed } from './case.js';

interface Ambient {
  body: string;
  /** How often it does so, in milliseconds. */
  every: number;
}

/** What a page does by itself, without end. */
const ambient: Record<string, Ambient> = {
  'a clock': {
    every: 1_000,
    body: `<p id="clock" data-ambient>00:00:00</p><script data-ambient>let seconds = 0; setInterval(() => { clock.textContent = new Date(++seconds * 1000).toISOString().slice(11, 19); }, 1000);</script>`,
  },
  'a ticker': {
    every: 100,
    body: `<p id="ticker" data-ambient>0</p><script data-ambient>let ticks = 0; setInterval(() => { ticker.textContent = String(++ticks); }, 100);</script>`,
  },
  'a fast ticker': {
    every: 7,
    body: `<p id="ticker" data-ambient>0</p><script data-ambient>let ticks = 0; setInterval(() => { ticker.textContent = String(++ticks); }, 7);</script>`,
  },
  'an animation by frames': {
    every: 17,
    body: `<div id="ball" data-ambient style="position:absolute;top:300px;width:20px;height:20px;background:red">o</div><script data-ambient>const step = (now) => { ball.style.left = 200 + 100 * Math.sin(now / 300) + 'px'; requestAnimationFrame(step); }; requestAnimationFrame(step);</script>`,
  },
  'an endless CSS animation': {
    every: 17,
    body: `<style>@keyframes turn{to{transform:rotate(1turn)}}</style><div data-ambient style="animation:turn 1s linear infinite;width:20px;height:20px;background:red"></div>`,
  },
  'a marquee': {
    every: 17,
    body: `<marquee data-ambient>Round and round</marquee>`,
  },
  polling: {
    every: 300,
    body: `<script data-ambient>setInterval(() => fetch('/ambient/KEY?' + Math.random()), 300);</script>`,
  },
  'polling that shows': {
    every: 400,
    body: `<p id="news" data-ambient>-</p><script data-ambient>let turn = 0; setInterval(async () => { await fetch('/ambient/KEY'); news.textContent = 'News ' + ++turn; }, 400);</script>`,
  },
  'long polling': {
    every: 800,
    body: `<script data-ambient>(async () => { for (;;) await fetch('/slow/KEY?' + Math.random()); })();</script>`,
  },
  'a carousel': {
    every: 700,
    body: `<ul id="carousel" data-ambient><li>Slide 1</li></ul><script data-ambient>let slide = 1; setInterval(() => { carousel.innerHTML = '<li>Slide ' + ++slide + '</li>'; }, 700);</script>`,
  },
  'a title that blinks': {
    every: 250,
    body: `<script data-ambient>window.titleIsAmbient = true; let blink = 0; setInterval(() => { document.title = ++blink % 2 ? 'New message' : 'Page'; }, 250);</script>`,
  },
  'a field that counts': {
    every: 200,
    body: `<label data-ambient>Seconds <input id="seconds" data-ambient></label><script data-ambient>let count = 0; setInterval(() => { seconds.value = ++count; }, 200);</script>`,
  },
  'a drawing without end': {
    every: 17,
    body: `<canvas id="film" data-ambient width="200" height="80"></canvas><script data-ambient>const film2d = film.getContext('2d'); let frame = 0; const draw = () => { film2d.fillStyle = 'hsl(' + (frame += 3) + ' 80% 50%)'; film2d.fillRect(0, 0, 200, 80); requestAnimationFrame(draw); }; draw();</script>`,
  },
  'toasts by themselves': {
    every: 500,
    body: `<script data-ambient>let toasts = 0; setInterval(() => { const one = document.createElement('div'); one.dataset.ambient = ''; one.textContent = 'By itself ' + ++toasts; document.body.append(one); setTimeout(() => one.remove(), 200); }, 500);</script>`,
  },
  'a box that scrolls itself': {
    every: 50,
    body: `<div id="belt" data-ambient style="width:300px;height:40px;overflow:auto"><div style="width:90000px">Long belt</div></div><script data-ambient>setInterval(() => { belt.scrollLeft += 2; }, 50);</script>`,
  },
  'a progress bar': {
    every: 60,
    body: `<div data-ambient id="bar" role="progressbar" aria-valuenow="0" aria-label="Progress" style="height:10px;width:0;background:green"></div><script data-ambient>let done = 0; setInterval(() => { done = (done + 1) % 1000; bar.style.width = done / 10 + '%'; bar.setAttribute('aria-valuenow', String(Math.floor(done / 10))); }, 60);</script>`,
  },
  'a clock in a frame': {
    every: 300,
    body: `<iframe data-ambient title="Clock" width="200" height="60" srcdoc="<p id=c>0</p><script>let s = 0; setInterval(() => { c.textContent = ++s; }, 300)</script>"></iframe>`,
  },
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

/** Long enough to see it three times and more, as far as that takes no longer than a person would look on. */
const ageOf = (every: number) => Math.min(600 + 3.5 * every, 2_500);

/** Every kind of restlessness, known to the watcher for a while or from a page just opened, with each kind of action. */
export const busy: EffectCase[] = Object.entries(ambient).flatMap(([busyName, { body, every }]) => [
  ...Object.entries(acts).map(
    ([actName, act]): EffectCase => ({
      name: `${busyName}: ${actName}`,
      body: onClick(act.script, body),
      serve,
      age: ageOf(every),
      tells: act.tells,
      ...(act.script ? {} : nothing(busyName)),
    }),
  ),
  { name: `${busyName}: no listener`, body: `<button>Go</button>${body}`, serve, age: ageOf(every) },
  { name: `${busyName}, just opened: does nothing`, body: onClick('', body), serve, ...nothing(busyName) },
  {
    name: `${busyName}, just opened: works`,
    body: onClick(`show('Done');`, body),
    serve,
    tells: [{ kind: 'renamed', to: 'Done' }],
  },
]);
