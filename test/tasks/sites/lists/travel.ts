import { page, type Site } from '../../site.js';

const body = `
<h1>SkyFinder</h1>
<div class="panel">
  <label><input type="radio" name="trip" value="round"> Round trip</label> <label><input type="radio" name="trip" value="one" checked> One way</label>
  <div class="ac"><label for="from">From</label><input id="from" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="l1"><ul id="l1" role="listbox" hidden></ul></div>
  <div class="ac"><label for="to">To</label><input id="to" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="l2"><ul id="l2" role="listbox" hidden></ul></div>
  <p><label for="when">Departure</label> <input type="date" id="when"></p>
  <p>Passengers <button aria-label="Fewer passengers">−</button> <span id="n">1</span> <button aria-label="More passengers">+</button></p>
  <p><label>Class <select id="cls"><option>Economy</option><option>Premium economy</option><option>Business</option></select></label></p>
  <button id="search">Search flights</button></div><div id="results" aria-live="polite"></div>`;

const script = `
  const places = ['Amsterdam (AMS)', 'Athens (ATH)', 'Barcelona (BCN)', 'Berlin (BER)', 'Lisbon (LIS)', 'London Gatwick (LGW)', 'London Heathrow (LHR)', 'Madrid (MAD)', 'Oslo (OSL)', 'Paris (CDG)', 'Rome (FCO)'];
  const by = (id) => document.getElementById(id); let n = 1; const chosen = {};
  for (const id of ['from', 'to']) {
    const field = by(id), list = by(field.getAttribute('aria-controls')); let timer;
    field.addEventListener('input', () => { clearTimeout(timer); delete chosen[id]; timer = setTimeout(() => {
      const hits = places.filter((p) => field.value.length > 1 && p.toLowerCase().includes(field.value.toLowerCase()));
      list.innerHTML = hits.map((p) => '<li role="option">' + p + '</li>').join(''); list.hidden = hits.length === 0; field.setAttribute('aria-expanded', String(hits.length > 0)); }, 180); });
    list.addEventListener('mousedown', (e) => { e.preventDefault(); field.value = e.target.textContent; chosen[id] = field.value; list.hidden = true; field.setAttribute('aria-expanded', 'false'); log('place', [id, field.value]); });
  }
  document.querySelector('[aria-label="More passengers"]').onclick = () => { by('n').textContent = String(++n); };
  document.querySelector('[aria-label="Fewer passengers"]').onclick = () => { if (n > 1) by('n').textContent = String(--n); };
  by('search').onclick = () => {
    if (!chosen.from || !chosen.to) { by('results').innerHTML = '<p role="alert">Please choose both airports from the list.</p>'; log('rejected'); return; }
    log('searched', { from: chosen.from, to: chosen.to, when: by('when').value, n, cls: by('cls').value, trip: document.querySelector('[name=trip]:checked').value });
    by('results').innerHTML = '<p>Searching…</p>';
    setTimeout(() => { by('results').innerHTML = '<h2>3 flights found</h2>' + [['SF 101', '07:15', 129], ['SF 233', '12:40', 94], ['SF 377', '19:05', 158]].map(([f, t, p]) =>
      '<article class="flight"><h3>' + f + '</h3><span>Departs ' + t + '</span> <span class="price">€' + p + '</span> <button onclick="book(\\'' + f + '\\')">Book</button></article>').join(''); }, 400);
  };
  function book(f) { log('booked', f); by('results').innerHTML = '<h2>Booking confirmed</h2><p>Booking reference: <strong>QX7' + f.slice(3) + '</strong></p>'; }`;

/** Two autocompletes with late answers, a stepper, and results as cards. */
export const travel: Site = {
  name: 'travel',
  pages: {
    '': page({
      title: 'SkyFinder',
      style: `.ac { position: relative; margin: 6px 0 } .ac ul { position: absolute; background: #fff; border: 1px solid #888; list-style: none; margin: 0; padding: 0; z-index: 3 } .ac li { padding: 4px 12px; cursor: pointer }
        .flight { border: 1px solid #ccc; padding: 8px; margin: 6px 0 }`,
      body,
      script,
    }),
  },
};
