import { page, type Site } from '../../site.js';

const card = `
<form id="f"><p><label>Card number <input name="card" inputmode="numeric"></label></p>
<p><label>Expiry <input name="exp" placeholder="MM/YY"></label> <label>Security code <input name="cvc"></label></p>
<button>Pay €25.00</button></form><p id="o"></p>`;

/** A payment form two frames down, and a newsletter in a frame of its own. */
export const checkout: Site = {
  name: 'checkout',
  pages: {
    '': page({
      title: 'Donate',
      style: 'iframe { border: 1px solid #ccc; width: 520px }',
      body: `<h1>Donate to the library</h1><p><label>Your name <input id="name"></label></p>
        <iframe src="provider" title="Payment" height="300"></iframe><iframe src="news" title="Newsletter" height="120"></iframe>`,
      script: `document.getElementById('name').onchange = (e) => log('name', e.target.value);`,
    }),
    provider: page({
      title: 'Provider',
      body: '<p>Secured by PayFrame</p><iframe src="card" title="Card details" width="470" height="210" style="border:0"></iframe>',
    }),
    card: page({
      title: 'Card',
      body: card,
      script: `document.getElementById('f').onsubmit = (e) => { e.preventDefault(); log('paid', Object.fromEntries(new FormData(e.target))); document.getElementById('o').textContent = 'Payment received. Receipt R-778.'; };`,
    }),
    news: page({
      title: 'News',
      body: '<b>Newsletter</b> <input aria-label="Newsletter e-mail"> <button>Subscribe</button>',
      script: `document.querySelector('button').onclick = () => { log('subscribed', document.querySelector('input').value); document.body.append(' You are subscribed.'); };`,
    }),
  },
};
