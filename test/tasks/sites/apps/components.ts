import { page, type Site } from '../../site.js';

const script = `
  class MoodPicker extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = '<style>button[aria-pressed=true] { background: #fd6 }</style><p>How do you feel?</p>' + ['Happy', 'Tired', 'Curious'].map((m) => '<button aria-pressed="false">' + m + '</button>').join('');
    root.addEventListener('click', (e) => { if (e.target.tagName !== 'BUTTON') return; for (const b of root.querySelectorAll('button')) b.setAttribute('aria-pressed', String(b === e.target)); this.value = e.target.textContent; log('mood', this.value); }); } }
  class FancyField extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<label>' + this.getAttribute('label') + ' <input></label>'; } get value() { return this.shadowRoot.querySelector('input').value; } }
  class StarRating extends HTMLElement { connectedCallback() {
    const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<span>Your rating</span> ' + [1, 2, 3, 4, 5].map((n) => '<span role="button" tabindex="0" style="cursor:pointer" aria-label="' + n + (n === 1 ? ' star' : ' stars') + '">☆</span>').join('');
    root.querySelectorAll('[role=button]').forEach((s, i, all) => { s.onclick = () => { all.forEach((o, k) => { o.textContent = k <= i ? '★' : '☆'; }); this.value = i + 1; log('rated', i + 1); }; }); } }
  customElements.define('mood-picker', MoodPicker); customElements.define('fancy-field', FancyField); customElements.define('star-rating', StarRating);
  document.querySelector('#go').onclick = () => { const f = document.querySelectorAll('fancy-field'); log('diary', { title: f[0].value, note: f[1].value, mood: document.querySelector('mood-picker').value || null }); document.querySelector('#ok').textContent = 'Entry saved.'; };`;

/** Web components with open shadow roots. */
export const components: Site = {
  name: 'components',
  pages: {
    '': page({
      title: 'Diary',
      body: '<h1>Diary</h1><fancy-field label="Title"></fancy-field><p><fancy-field label="Notes"></fancy-field></p><mood-picker></mood-picker><p><star-rating></star-rating></p><button id="go">Save entry</button><p id="ok"></p>',
      script,
    }),
  },
};
