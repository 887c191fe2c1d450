import { page, type Site } from '../../site.js';

const script = `
  const state = { step: 1, plan: '', seats: '', company: '', email: '', ok: false };
  const root = document.getElementById('root');
  function set(key, value) { state[key] = value; render(); }
  function render() {
    const active = document.activeElement && document.activeElement.id, caret = document.activeElement && document.activeElement.selectionStart;
    const views = {
      1: '<h2>Step 1 of 3: Choose a plan</h2>' + ['Starter', 'Team', 'Enterprise'].map((p) => '<div class="plan' + (state.plan === p ? ' on' : '') + '" data-plan="' + p + '"><h3>' + p + '</h3><p>' + { Starter: 'Free', Team: '€12 per seat', Enterprise: 'Talk to us' }[p] + '</p></div>').join(''),
      2: '<h2>Step 2 of 3: Your company</h2><label>Company name <input id="company"></label><br><label>Work e-mail <input id="email" type="email"></label><br><label>Number of seats <input id="seats" type="number" min="1"></label>',
      3: '<h2>Step 3 of 3: Review</h2><ul><li>Plan: ' + state.plan + '</li><li>Company: ' + state.company + '</li><li>Seats: ' + state.seats + '</li></ul><label><input type="checkbox" id="ok"' + (state.ok ? ' checked' : '') + '> I have read the contract</label>',
      4: '<h2>All set!</h2><p>Subscription ID: <code>SUB-8830</code></p>' };
    const ready = { 1: state.plan, 2: state.company && state.email.includes('@') && state.seats, 3: state.ok }[state.step];
    root.innerHTML = views[state.step] + (state.step < 4 ? '<p>' + (state.step > 1 ? '<button id="back">Back</button> ' : '') + '<button id="next"' + (ready ? '' : ' disabled') + '>' + (state.step === 3 ? 'Finish' : 'Next') + '</button></p>' : '');
    for (const id of ['company', 'email', 'seats']) { const field = document.getElementById(id); if (field) { field.value = state[id]; field.oninput = () => set(id, field.value); } }
    for (const plan of root.querySelectorAll('.plan')) plan.onclick = () => set('plan', plan.dataset.plan);
    const ok = document.getElementById('ok'); if (ok) ok.onchange = () => set('ok', ok.checked);
    const next = document.getElementById('next'); if (next) next.onclick = () => { if (state.step === 3) log('finished', { ...state }); setTimeout(() => set('step', state.step + 1), 200); };
    const back = document.getElementById('back'); if (back) back.onclick = () => set('step', state.step - 1);
    const again = active && document.getElementById(active); if (again) { again.focus(); if (caret != null && again.type === 'text') again.setSelectionRange(caret, caret); }
  }
  render();`;

/** Three steps that are rendered again at every key press. */
export const wizard: Site = {
  name: 'wizard',
  pages: {
    '': page({
      title: 'Subscribe',
      style:
        '.plan { border: 1px solid #bbb; padding: 6px 14px; margin: 6px; width: 220px; cursor: pointer; display: inline-block } .on { background: #dfd }',
      body: '<div id="root"></div>',
      script,
    }),
  },
};
