import { page, type Site } from '../../site.js';

const body = `
<div class="wrap">
  <h2>Get in touch</h2>
  <div class="row"><input placeholder="Your name" class="f-name"></div>
  <div class="row"><input placeholder="you@company.com" aria-label="Email" class="f-mail"></div>
  <div class="row"><select class="f-topic" aria-label="Topic"><option>General question</option><option>Billing</option><option>Technical support</option><option>Press</option></select></div>
  <div class="row"><textarea placeholder="How can we help?" rows="5" class="f-text"></textarea></div>
  <div class="row"><label><input type="checkbox" class="f-copy"> Send me a copy</label></div>
  <div class="row"><a class="cta" href="#" role="button">Send message</a></div>
  <div class="note" role="status"></div>
</div>
<footer><h3>Our offices</h3><dl><dt>Berlin</dt><dd>+49 30 5550 121</dd><dt>Lisbon</dt><dd>+351 21 555 0144</dd></dl></footer>`;

const script = `
  const $ = (s) => document.querySelector(s);
  $('.cta').addEventListener('click', async (event) => {
    event.preventDefault();
    const name = $('.f-name').value, mail = $('.f-mail').value, text = $('.f-text').value;
    if (!name || !mail.includes('@') || !text) { $('.note').textContent = 'Please fill in all fields.'; log('incomplete', { name, mail, text }); return; }
    $('.note').textContent = 'Sending…';
    log('sent', { name, mail, topic: $('.f-topic').value, text, copy: $('.f-copy').checked });
    setTimeout(() => {
      $('.wrap').innerHTML = '<h2>Thank you, ' + name + '</h2><p>Your ticket number is <b>T-3391</b>.</p>';
    }, 350);
  });`;

/** Fields with only placeholders, a link that acts as a button, a late answer. */
export const contact: Site = {
  name: 'contact',
  pages: {
    '': page({
      title: 'Contact us',
      style:
        '.row { margin: 8px 0 } .row input, textarea { width: 320px } .cta { background: #246; color: #fff; padding: 8px 14px }',
      body,
      script,
    }),
  },
};
