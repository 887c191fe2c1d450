import type { Site } from '../../site.js';
import { miniPage } from './page.js';

const inbox = `const mails = [['Mireille', 'Quam lacus'], ['Anselm', 'Nunc et'], ['Beatrix', 'Sed porta'], ['Casimir', 'Vel ante']];
  function list() { $('#m').innerHTML = mails.map(([w, s]) => '<div class="thread" data-w="' + w + '" style="border-bottom:1px solid #ccc;cursor:pointer"><b>' + w + '</b> <span>' + s + '</span> <i class="star" title="Star">☆</i> <i class="trash" title="Trash">🗑</i></div>').join(''); }
  $('#m').onclick = (e) => { const row = e.target.closest('.thread'); if (!row) return; if (e.target.tagName === 'I') { log(e.target.className, row.dataset.w); if (e.target.className === 'trash') row.remove(); return; }
    $('#m').innerHTML = '<h4>' + row.dataset.w + '</h4><p>Text of the mail.</p><span class="reply link">Reply</span> <span class="forward link">Forward</span>'; $('.reply').onclick = () => write('reply', row.dataset.w); $('.forward').onclick = () => write('forward', row.dataset.w); };
  function write(kind, who) { $('#m').innerHTML = (kind === 'forward' ? 'to: <input class="to" aria-label="to">' : '<p>to: ' + who + '</p>') + '<textarea></textarea><span class="send" title="Send" style="cursor:pointer">➤</span>'; $('.send').onclick = () => { log(kind, [who, kind === 'forward' ? $('.to').value : $('textarea').value]); list(); }; } list();`;
const engine = `const names = ['Alba', 'Bruno', 'Celia', 'Dario', 'Enzo', 'Flora', 'Gina', 'Hector', 'Ida']; let p = 0;
  function show() { $('#r').innerHTML = names.slice(p * 3, p * 3 + 3).map((n) => '<div><a href="#" class="res">' + n + '</a><br><small>www.' + n.toLowerCase() + '.example</small></div>').join('') + '<p>' + (p > 0 ? '<a href="#" class="pg" data-p="' + (p - 1) + '">&lt;</a> ' : '') + [0, 1, 2].map((n) => '<a href="#" class="pg" data-p="' + n + '">' + (n + 1) + '</a>').join(' ') + (p < 2 ? ' <a href="#" class="pg" data-p="' + (p + 1) + '">&gt;</a>' : '') + '</p>'; $$('.res').forEach((a) => { a.onclick = () => { log('result', a.textContent); return false; }; }); $$('.pg').forEach((a) => { a.onclick = () => { p = Number(a.dataset.p); show(); return false; }; }); }
  $('button').onclick = () => { log('query', $('input').value); p = 0; show(); };`;
const flights = `$('button').onclick = () => { log('search', $$('input').map((i) => i.value)); $('#area').innerHTML = [['480', '9h 10m'], ['265', '11h 40m'], ['390', '7h 5m']].map(([c, d]) => '<div class="fl" style="border:1px solid #aaa"><div>Duration: ' + d + '</div><div>Cost: $' + c + '</div><button data-c="' + c + '">Book for $' + c + '</button></div>').join(''); $$('.fl button').forEach((b) => { b.onclick = () => log('book', b.dataset.c); }); };`;

/** Elements to find first. */
export const miniFind: Site = {
  name: 'mini-find',
  pages: {
    inbox: miniPage('Find the email by Beatrix and act on it.', '<div id="m"></div>', inbox),
    engine: miniPage(
      'Use the textbox to enter "Celia" and press "Search", then find and click the 3rd search result.',
      '<input type="text"><button>Search</button><div id="r"></div>',
      engine,
    ),
    flight: miniPage(
      'Book a flight from Nome to Reno on 12/06/2016.',
      '<h4>Book Your One-Way Flight</h4><input placeholder="From:"><input placeholder="To:"><p>Departure Date <input></p><button>Search</button>',
      flights,
    ),
    phone: miniPage(
      'Find Ravi in the contact book and click on their phone number.',
      '<table><tr><td>Lior</td><td><a href="#">555-2210</a></td></tr><tr><td>Ravi</td><td><a href="#">555-7431</a></td></tr><tr><td>Suki</td><td><a href="#">555-9008</a></td></tr></table>',
      `$$('a').forEach((a) => { a.onclick = () => { log('call', a.textContent); return false; }; });`,
    ),
    stocks: miniPage(
      'What is the price of the stock?',
      '<p>Stock <b>ZQX</b>: <span id="price">$71.20</span></p><button>Buy</button><button>Sell</button>',
      `$$('button').forEach((b) => { b.onclick = () => log('trade', b.textContent); });`,
    ),
  },
};
