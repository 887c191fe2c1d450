import type { TaskPage } from './types.js';

export const widgetPages: readonly TaskPage[] = [
  {
    name: 'autocomplete of cities',
    html: `
<h1>Plan a trip</h1>
<p>Oslo and Lima are popular in spring. Press Search when you are ready.</p>
<label for="to">Destination</label> <input id="to" autocomplete="off">
<ul id="list" role="listbox" style="list-style:none;padding:0;width:220px"></ul>
<button id="go">Search</button>
<script>
const cities = ['Lima, Peru', 'Lima, Ohio', 'Limassol, Cyprus', 'Oslo, Norway', 'Osaka, Japan'];
let chosen = '';
to.addEventListener('input', () => setTimeout(() => {
  list.replaceChildren(...cities.filter((city) => to.value && city.toLowerCase().startsWith(to.value.toLowerCase())).map((city) => {
    const item = document.createElement('li');
    item.setAttribute('role', 'option');
    item.textContent = city;
    item.onclick = () => { to.value = chosen = city; list.replaceChildren(); };
    return item;
  }));
}, 150));
go.onclick = () => log('search ' + to.value + (chosen === to.value ? '' : ' unchosen'));
</script>`,
    tasks: [
      [
        'Type "Os" into Destination, choose "Oslo, Norway" from the suggestions and click Search.',
        'search Oslo, Norway',
      ],
      ['Type "Lim" into the Destination field, select Lima, Ohio and press Search.', 'search Lima, Ohio'],
      ['Type "Lim" into Destination, choose "Lima, Chile" from the suggestions and click Search.', 'refused'],
      ['Type "Pra" into Destination, pick "Prague" from the list, then click Search.', 'refused'],
    ],
  },
  {
    name: 'checkboxes with similar names',
    html: `
<h2>Toppings</h2>
<p>Extra cheese is free on Mondays.</p>
<form onsubmit="event.preventDefault(); log('order ' + [...document.querySelectorAll('input:checked')].map((box) => box.value).join(','))">
  <label><input type="checkbox" value="cheese"> Cheese</label>
  <label><input type="checkbox" value="cheese sauce"> Cheese sauce</label>
  <label><input type="checkbox" value="olives" checked> Olives</label>
  <label><input type="checkbox" value="ham" disabled> Ham</label>
  <label><input type="checkbox" value="basil"> Basil</label>
  <button>Order</button>
</form>`,
    tasks: [
      ['Check Cheese and Basil, uncheck Olives, then click Order.', 'order cheese,basil'],
      ['Tick the "Cheese sauce" checkbox and click Order.', 'order cheese sauce,olives'],
      ['Check Ham and click Order.', 'refused'],
      ['Check Extra cheese and click Order.', 'refused'],
      ['Select Pineapple and Basil and click Order.', 'refused'],
    ],
  },
  {
    name: 'tabs with a link in each panel',
    html: `
<div role="tablist">
  <button role="tab" id="t1" aria-selected="true" aria-controls="p1">Overview</button>
  <button role="tab" id="t2" aria-selected="false" aria-controls="p2">Pricing</button>
  <button role="tab" id="t3" aria-selected="false" aria-controls="p3">Support</button>
</div>
<div role="tabpanel" id="p1"><p>See Pricing for the yearly plan. <a href="#guide" onclick="log('guide')">Guide</a></p></div>
<div role="tabpanel" id="p2" hidden><a href="#year" onclick="log('year')">Buy yearly</a> <a href="#month" onclick="log('month')">Buy monthly</a></div>
<div role="tabpanel" id="p3" hidden><a href="#chat" onclick="log('chat')">Open chat</a></div>
<script>
for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => {
  log('~tab ' + tab.textContent);
  for (const other of document.querySelectorAll('[role=tab]')) {
    other.setAttribute('aria-selected', String(other === tab));
    document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
  }
};
</script>`,
    tasks: [
      ['Open the Pricing tab and click "Buy monthly".', 'month'],
      ['Click on the Support tab, then click the Open chat link.', 'chat'],
      ['Open the Pricing tab and click "Buy weekly".', 'refused'],
      ['Switch to the Contact tab and click "Open chat".', 'refused'],
    ],
  },
  {
    name: 'collapsible sections',
    html: `
<h1>Questions</h1>
<details><summary>Returns</summary><p>Send it back in 30 days.</p><button onclick="log('label')">Print label</button></details>
<details><summary>Delivery</summary><p>Print label is under Returns. <button onclick="log('track')">Track parcel</button></p></details>
<details><summary>Payment</summary><p>Cards only.</p><label>Voucher code <input id="code"></label><button onclick="log('voucher ' + code.value)">Apply</button></details>`,
    tasks: [
      ['Expand the Delivery section and click Track parcel.', 'track'],
      ['Open the section "Payment", enter SAVE10 into Voucher code and click Apply.', 'voucher SAVE10'],
      ['Expand the Delivery section and click "Cancel parcel".', 'refused'],
      ['Expand the section Warranty and click Print label.', 'refused'],
    ],
  },
  {
    name: 'email inbox with icons',
    html: `
<h2>Inbox</h2>
<div id="mails">
  <div class="mail"><span class="from">Greta</span> <span class="subject">Lunch on Friday</span> <button aria-label="Star" onclick="log('star Greta')">☆</button> <button aria-label="Delete" onclick="log('delete Greta')">🗑</button> <button aria-label="Reply" onclick="log('reply Greta')">↩</button></div>
  <div class="mail"><span class="from">Igor</span> <span class="subject">Greta is away</span> <button aria-label="Star" onclick="log('star Igor')">☆</button> <button aria-label="Delete" onclick="log('delete Igor')">🗑</button> <button aria-label="Reply" onclick="log('reply Igor')">↩</button></div>
  <div class="mail"><span class="from">Igor</span> <span class="subject">Invoice 12</span> <button aria-label="Star" onclick="log('star Igor 2')">☆</button> <button aria-label="Delete" onclick="log('delete Igor 2')">🗑</button> <button aria-label="Reply" onclick="log('reply Igor 2')">↩</button></div>
</div>`,
    tasks: [
      ['Click Star in the row with "Invoice 12".', 'star Igor 2'],
      ['Delete the email "Lunch on Friday".', '?delete Greta'],
      ['Delete the email by Igor.', 'refused'],
      ['Star the email by Harold.', 'refused'],
      ['Click Archive in the row with Greta.', 'refused'],
    ],
  },
  {
    name: 'social feed',
    html: `
<div class="post"><b>@ada</b> <p>I will share and like this.</p><button onclick="log('like ada')">Like</button><button onclick="log('share ada')">Share</button></div>
<div class="post"><b>@bo</b> <p>ada wrote the best post</p><button onclick="log('like bo')">Like</button><button onclick="log('share bo')">Share</button></div>
<div class="post"><b>@cy</b> <p>Good morning</p><button onclick="log('like cy')">Like</button><button onclick="log('share cy')" disabled>Share</button></div>`,
    tasks: [
      ['Click Like in the post by @cy.', '?like cy'],
      ['Like the post by @bo.', '?like bo'],
      ['Click the second Share button.', 'share bo'],
      ['Share the post by @cy.', 'refused'],
      ['Like the post by @dan.', 'refused'],
      ['Click Like.', 'refused'],
    ],
  },
];
