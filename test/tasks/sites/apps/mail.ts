import { page, type Site } from '../../site.js';

const body = `
<div class="app"><div class="side"><div class="compose" tabindex="0">Compose</div><div class="fold on">Inbox</div><div class="fold">Sent</div><div class="fold">Trash</div></div>
<div class="main"><input class="find" placeholder="Search mail"><div class="list"></div></div></div>
<div class="win" hidden><div class="cap">New message</div><input class="to" placeholder="To"><input class="subj" placeholder="Subject"><div class="body" contenteditable="true" aria-label="Message body"></div><div class="send" role="button">Send</div><span class="drop" title="Discard draft">🗑</span></div><div class="toast"></div>`;

const script = `
  let mails = [
    { id: 1, from: 'Nadia Karim', subject: 'Lunch on Friday?', text: 'Shall we meet at noon at the Green Fork?' }, { id: 2, from: 'Billing', subject: 'Invoice 2231', text: 'Your invoice of €84.10 is due on 30 June.' },
    { id: 3, from: 'Piotr Zima', subject: 'Slides for the talk', text: 'The slides are in the shared folder.' }, { id: 4, from: 'Nadia Karim', subject: 'Re: Garden party', text: 'I will bring the lanterns.' }, { id: 5, from: 'Travel Desk', subject: 'Your itinerary', text: 'Train ICE 77 leaves at 08:04 from platform 12.' }];
  const $ = (s) => document.querySelector(s); let folder = 'Inbox', starred = new Set(), word = '';
  const trash = [], sent = [];
  function toast(t) { $('.toast').textContent = t; setTimeout(() => { $('.toast').textContent = ''; }, 2500); }
  function rows() { return { Inbox: mails, Sent: sent, Trash: trash }[folder].filter((m) => (m.from + m.subject).toLowerCase().includes(word)); }
  function list() {
    $('.list').innerHTML = rows().map((m) => '<div class="mail" data-id="' + m.id + '"><span class="star" title="Star">' + (starred.has(m.id) ? '★' : '☆') + '</span><span class="from">' + m.from + '</span><span class="sub">' + m.subject + '</span><span class="arch" title="Archive">🗄</span><span class="del" title="Delete">🗑</span></div>').join('') || '<p>Nothing here.</p>';
  }
  $('.list').addEventListener('click', (e) => {
    const row = e.target.closest('.mail'); if (!row) return; const mail = rows().find((m) => m.id === Number(row.dataset.id));
    if (e.target.className === 'star') { starred.add(mail.id); log('starred', mail.subject); return list(); }
    if (e.target.className === 'arch') { mails = mails.filter((m) => m !== mail); log('archived', mail.subject); toast('Conversation archived'); return list(); }
    if (e.target.className === 'del') { mails = mails.filter((m) => m !== mail); trash.push(mail); log('deleted', mail.subject); toast('Moved to trash'); return list(); }
    log('read', mail.subject); open(mail);
  });
  function open(mail) {
    $('.list').innerHTML = '<div class="open"><a href="#" class="bk">← Back to inbox</a><h2>' + mail.subject + '</h2><p>From: ' + mail.from + '</p><p class="t">' + mail.text + '</p><button class="re">Reply</button> <button class="fw">Forward</button></div>';
    $('.bk').onclick = (e) => { e.preventDefault(); list(); };
    $('.re').onclick = () => write(mail.from, 'Re: ' + mail.subject); $('.fw').onclick = () => write('', 'Fwd: ' + mail.subject);
  }
  function write(to, subject) { $('.win').hidden = false; $('.to').value = to; $('.subj').value = subject; $('.body').textContent = ''; (to ? $('.body') : $('.to')).focus(); }
  $('.compose').onclick = () => write('', '');
  $('.send').onclick = () => { const m = { to: $('.to').value, subject: $('.subj').value, text: $('.body').innerText.trim() }; log('sent', m); sent.push({ id: 100 + sent.length, from: m.to, subject: m.subject, text: m.text }); $('.win').hidden = true; toast('Message sent'); };
  $('.drop').onclick = () => { $('.win').hidden = true; log('discarded'); };
  $('.find').oninput = () => { word = $('.find').value.toLowerCase(); list(); };
  for (const f of document.querySelectorAll('.fold')) f.onclick = () => { folder = f.textContent; log('folder', folder); for (const o of document.querySelectorAll('.fold')) o.classList.toggle('on', o === f); list(); };
  list();`;

/** A mail client of divs, with rows to open, icons and an editor. */
export const mail: Site = {
  name: 'mail',
  pages: {
    '': page({
      title: 'Mail',
      style: `.app { display: flex; gap: 16px } .side div { cursor: pointer; padding: 6px 16px } .compose { background: #cde; border-radius: 14px } .on { font-weight: bold } .mail { display: flex; gap: 10px; padding: 7px; border-bottom: 1px solid #ddd; cursor: pointer; width: 640px }
        .from { width: 130px } .sub { flex: 1 } .win { position: fixed; right: 20px; bottom: 20px; width: 380px; background: #fff; border: 1px solid #888; padding: 10px } .win[hidden] { display: none } .win input { display: block; width: 95%; margin: 4px 0 } .body { min-height: 80px; border: 1px solid #ccc } .send { display: inline-block; background: #246; color: #fff; padding: 6px 16px; cursor: pointer } .drop { cursor: pointer }`,
      body,
      script,
    }),
  },
};
