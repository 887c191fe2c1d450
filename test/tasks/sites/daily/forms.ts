import { page } from '../../site.js';

/** A table at a restaurant: labels above, time as buttons, a stepper. */
export const booking = page({
  title: 'Trattoria Sole',
  style: `.f { margin: 10px 0 } .f b { display: block } .slots button { margin: 3px } .slots .on { background: #bfb }`,
  body: `<h1>Trattoria Sole</h1><h2>Book a table</h2><form><div class="f"><b>Guests</b><select name="guests"><option>1</option><option>2</option><option>3</option><option>4</option><option>5</option></select></div><div class="f"><b>Date</b><input type="date" name="date"></div><div class="f slots"><b>Time</b>${['18:00', '19:00', '19:30', '20:00'].map((time) => `<button type="button">${time}</button>`).join('')}</div><div class="f"><b>Your name</b><input name="name" required></div><div class="f"><b>Phone</b><input type="tel" name="phone"></div><div class="f"><label><input type="checkbox" name="window"> Window seat</label></div><button>Reserve</button></form><div id="out"></div>`,
  script: `
    let time = ''; document.querySelectorAll('.slots button').forEach((b) => { b.onclick = () => { time = b.textContent; document.querySelectorAll('.slots button').forEach((x) => x.classList.toggle('on', x === b)); }; });
    document.querySelector('form').onsubmit = (e) => { e.preventDefault(); log('reserved', { ...Object.fromEntries(new FormData(e.target)), time }); document.getElementById('out').innerHTML = '<p>Thank you! Your booking code is <strong>TS-4417</strong>.</p>'; };`,
});

/** A bank in the style of Ant Design: wrappers, a confirmation of the page's own. */
export const transfer = page({
  title: 'Nordbank',
  style: `.ant-form-item { margin: 12px 0 } .ant-modal { position: fixed; inset: 25% 30%; background: #fff; border: 1px solid #555; padding: 20px }`,
  body: `<h1>Accounts</h1><table><thead><tr><th>Account</th><th>Number</th><th>Balance</th></tr></thead><tbody><tr><td>Everyday</td><td>…1180</td><td>€2,430.10</td></tr><tr><td>Savings</td><td>…9902</td><td>€11,000.00</td></tr></tbody></table>
    <h2>New transfer</h2><div class="ant-form"><div class="ant-form-item"><label for="fr">From account</label><select id="fr"><option>Everyday</option><option>Savings</option></select></div><div class="ant-form-item"><label for="to">Recipient</label><input id="to"></div><div class="ant-form-item"><label for="ib">IBAN</label><input id="ib"></div><div class="ant-form-item"><label for="am">Amount</label><input id="am" inputmode="decimal"></div><div class="ant-form-item"><label for="rf">Reference</label><input id="rf" placeholder="optional"></div><button type="button" id="go" class="ant-btn">Continue</button></div><p id="msg" role="alert"></p>`,
  script: `
    const v = (i) => document.getElementById(i).value;
    document.getElementById('go').onclick = () => { if (!v('to') || !v('am')) { document.getElementById('msg').textContent = 'Please fill in recipient and amount.'; return; } document.getElementById('msg').textContent = ''; const m = document.createElement('div'); m.className = 'ant-modal'; m.setAttribute('role', 'dialog'); m.innerHTML = '<h3>Confirm transfer</h3><p>Send €' + v('am') + ' to ' + v('to') + '?</p><button>Back</button> <button>Confirm</button>'; const [no, yes] = m.querySelectorAll('button'); no.onclick = () => { log('back', v('am')); m.remove(); }; yes.onclick = () => { log('sent', { from: v('fr'), to: v('to'), iban: v('ib'), amount: v('am'), reference: v('rf') }); m.remove(); document.getElementById('msg').textContent = 'Transfer complete. Reference number 88213.'; }; document.body.append(m); };`,
});

/** A survey with scales and a long answer. */
export const survey = page({
  title: 'Customer survey',
  style: `.q { margin: 16px 0 } .q label { margin-right: 12px } .nps span { display: inline-block; width: 28px; text-align: center; border: 1px solid #999; cursor: pointer } .nps .on { background: #9cf }`,
  body: `<h1>Customer survey</h1><form><div class="q"><p>1. How did you hear about us?</p>${['Friend', 'Advert', 'Search engine', 'Other'].map((name) => `<label><input type="radio" name="heard" value="${name}"> ${name}</label>`).join('')}</div><div class="q"><p>2. Were you satisfied with the delivery?</p><label><input type="radio" name="delivery" value="Yes"> Yes</label><label><input type="radio" name="delivery" value="No"> No</label></div><div class="q"><p>3. Would you buy again?</p><label><input type="radio" name="again" value="Yes"> Yes</label><label><input type="radio" name="again" value="No"> No</label></div><div class="q nps"><p>4. How likely are you to recommend us (0-10)?</p>${Array.from({ length: 11 }, (_, score) => `<span tabindex="0" role="radio" aria-checked="false">${score}</span>`).join('')}</div><div class="q"><p>5. Any comments?</p><textarea name="comments"></textarea></div><button type="submit">Send answers</button></form>`,
  script: `
    let nps = ''; document.querySelectorAll('.nps span').forEach((s) => { s.onclick = () => { nps = s.textContent; document.querySelectorAll('.nps span').forEach((x) => { x.classList.toggle('on', x === s); x.setAttribute('aria-checked', x === s); }); }; });
    document.querySelector('form').onsubmit = (e) => { e.preventDefault(); log('survey', { ...Object.fromEntries(new FormData(e.target)), nps }); document.body.innerHTML = '<h1>Thank you for your feedback</h1>'; };`,
});
