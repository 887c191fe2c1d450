import { page, type Site } from '../../site.js';

const body = `
<h1>My account</h1>
<div role="tablist" aria-label="Account">
  <button role="tab" aria-selected="true" aria-controls="t1" id="b1">Overview</button>
  <button role="tab" aria-selected="false" aria-controls="t2" id="b2" tabindex="-1">Billing</button>
  <button role="tab" aria-selected="false" aria-controls="t3" id="b3" tabindex="-1">Security</button>
</div>
<div role="tabpanel" id="t1" aria-labelledby="b1"><dl><dt>Plan</dt><dd>Professional</dd><dt>Member since</dt><dd>4 May 2019</dd><dt>Storage used</dt><dd>71 GB of 200 GB</dd></dl></div>
<div role="tabpanel" id="t2" aria-labelledby="b2" hidden><p>Next invoice: <strong>€39.00</strong> on 1 December</p><label>VAT number <input id="vat"></label> <button id="vs">Update billing</button></div>
<div role="tabpanel" id="t3" aria-labelledby="b3" hidden><p>Two-factor authentication is <span id="tf">off</span>. <button id="tfb">Turn on</button></p><p><button id="out">Sign out everywhere</button></p></div>
<hr><div class="pills"><div class="pill on" onclick="pill(0)">Day</div><div class="pill" onclick="pill(1)">Week</div><div class="pill" onclick="pill(2)">Month</div></div><p>Visits: <span id="visits">17</span></p>`;

const script = `
  const tabs = [...document.querySelectorAll('[role=tab]')];
  for (const tab of tabs) tab.onclick = () => {
    for (const other of tabs) { other.setAttribute('aria-selected', String(other === tab)); document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab; }
    log('tab', tab.textContent);
  };
  const by = (id) => document.getElementById(id);
  by('vs').onclick = () => log('vat', by('vat').value);
  by('tfb').onclick = () => { by('tf').textContent = 'on'; by('tfb').remove(); log('two-factor', 'on'); };
  by('out').onclick = () => log('signed out');
  function pill(n) { document.querySelectorAll('.pill').forEach((p, i) => p.classList.toggle('on', i === n)); setTimeout(() => { by('visits').textContent = [17, 132, 604][n]; }, 150); log('range', n); }`;

/** ARIA tabs and tabs of plain divs, with facts to read. */
export const account: Site = {
  name: 'account',
  pages: {
    '': page({
      title: 'My account',
      style:
        '.pills { display: flex; gap: 4px } .pill { cursor: pointer; padding: 4px 12px; background: #eee } .on { background: #9cf }',
      body,
      script,
    }),
  },
};
