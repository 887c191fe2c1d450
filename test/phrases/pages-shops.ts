import type { PhrasePage } from './types.js';

export const shopPages: readonly PhrasePage[] = [
  {
    name: 'products: cards of nested divs',
    html: `
<style>.card { width: 220px; border: 1px solid #ccc; padding: 16px }</style>
<div id="products" style="display:flex;gap:32px">
  <div id="card-blue" class="card"><div><div><div>Blue Mug</div><div>$12.00</div></div></div><div><button id="add-blue">Add to cart</button></div></div>
  <div id="card-red" class="card"><div><div><div>Red Mug</div><div>Sold out</div></div></div><div><button id="notify-red">Notify me</button></div></div>
  <div id="card-bowl" class="card"><div><div><div>Green Bowl</div><div>$15.00</div></div></div><div><button id="add-bowl">Add to cart</button></div></div>
</div>`,
    phrases: [
      ['Add to cart', 'refused'],
      ['Add', 'refused'],
      ['Add to cart in Green Bowl', 'add-bowl'],
      ['Add to cart below Blue Mug', 'add-blue'],
      ['Add to cart below Red Mug', 'refused'],
      ['Add to cart in Red Mug', 'refused'],
      ['Notify me in Blue Mug', 'refused'],
      ['Notify', 'notify-red'],
      ['Add to basket', 'refused'],
      ['Blue Mug', 'refused'],
      ['Buy', 'refused'],
    ],
  },
  {
    name: 'plans: Choose below each name',
    html: `
<style>.plan { width: 240px; padding: 16px }</style>
<div id="plans" style="display:flex;gap:32px">
  <div id="basic" class="plan"><h3 id="basic-title">Basic</h3><p>1 user. Choose later.</p><button id="choose-basic">Choose</button></div>
  <div id="team" class="plan"><h3 id="team-title">Team</h3><p>10 users. All of Basic.</p><button id="choose-team">Choose</button></div>
  <div id="company" class="plan"><h3 id="company-title">Company</h3><p>More than one team.</p><a href="#sales" id="contact">Contact sales</a></div>
</div>`,
    phrases: [
      ['Choose', 'refused'],
      ['Choose below Team', 'choose-team'],
      ['Choose in the Basic section', 'choose-basic'],
      ['Choose in Company', 'refused'],
      ['Contact', 'contact'],
      ['Sales', 'refused'],
      ['Select below Team', 'refused'],
      ['Team', 'refused'],
      ['the second Choose button', 'choose-team'],
      ['the third Choose button', 'refused'],
    ],
  },
  {
    name: 'cart: headings, texts and buttons without wrappers',
    html: `
<h3 id="blue">Blue Mug</h3><p id="blue-text">Quantity 1. Goes well with Green Bowl.</p><button id="remove-blue">Remove</button>
<h3 id="gift">Gift card</h3><p id="gift-text">Free with your order. You cannot remove it.</p>
<h3 id="bowl">Green Bowl</h3><p id="bowl-text">Quantity 2</p><button id="remove-bowl">Remove</button> <button id="later-bowl">Save for later</button>`,
    phrases: [
      ['Remove', 'refused'],
      ['Remove below Blue Mug', 'remove-blue'],
      ['Remove in the Green Bowl section', 'remove-bowl'],
      ['Remove in the Gift card section', 'refused'],
      ['Save for later', 'later-bowl'],
      ['Save for later in the Blue Mug section', 'refused'],
      ['Later', 'refused'],
      ['Delete below Blue Mug', 'refused'],
      ['Gift card', 'refused'],
    ],
  },
  {
    name: 'lamps: lines without wrappers',
    html: `
<style>button { margin: 12px }</style>
<div id="lamps"><b>Kitchen lamp</b><button id="kitchen-on">On</button><button id="kitchen-off">Off</button><br>
<b>Desk lamp</b><button id="desk-on">On</button><button id="desk-off">Off</button><br>
<b>Garage lamp</b><button id="garage-on">On</button><br></div>`,
    phrases: [
      ['On next to Kitchen lamp', 'kitchen-on'],
      ['On next to Garage lamp', '?garage-on'],
      ['Off next to Garage lamp', 'refused'],
      ['Off in the row with Garage lamp', 'refused'],
      ['On', 'refused'],
      ['the second Off button', 'desk-off'],
      ['the third Off button', 'refused'],
      ['Desk lamp', 'refused'],
    ],
  },
  {
    name: 'boards: cards that can be pressed, and one that cannot',
    html: `
<style>.tile { width: 240px; height: 90px; border: 1px solid #999; padding: 8px } .open { cursor: pointer }</style>
<div id="tiles" style="display:flex;gap:24px">
  <div id="hiring" class="tile open"><div>Hiring</div><div>12 cards</div></div>
  <div id="roadmap" class="tile open"><div>Roadmap</div><div>34 cards</div></div>
  <div id="design" class="tile"><div>Design</div><div>You have no access</div></div>
</div>
<script>for (const tile of document.querySelectorAll('.open')) tile.addEventListener('click', () => { tile.dataset.opened = 'yes' })</script>`,
    phrases: [
      ['Hiring', 'hiring'],
      ['Roadmap', 'roadmap'],
      ['Road', 'refused'],
      ['Design', 'refused'],
      ['12 cards', 'refused'],
      ['Cards', 'refused'],
      ['the Hiring link', 'refused'],
    ],
  },
  {
    name: 'gallery: pictures with and without a listener',
    html: `
<style>img { width: 160px; height: 100px; background: #cde; margin: 12px }</style>
<div id="gallery">
  <img id="floor" alt="Floor plan" style="cursor:pointer" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='10'/%3E">
  <img id="garden" alt="Garden plan" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='10'/%3E">
  <a href="#roof" id="roof"><img alt="Roof" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='10'/%3E"></a>
</div>
<script>document.querySelector('#floor').addEventListener('click', (event) => { event.target.style.opacity = '0.5' })</script>`,
    phrases: [
      ['Floor plan', 'floor'],
      ['Garden plan', 'refused'],
      ['Plan', 'refused'],
      ['Roof', 'roof'],
      ['the Roof button', 'refused'],
      ['Flour plan', 'refused'],
    ],
  },
  {
    name: 'player: Play is also the first word of other names',
    html: `
<div id="player"><button id="play" title="Play">▶</button> <button id="next" title="Next track">⏭</button> <a href="#playlist" id="playlist">Playlist</a></div>
<ul id="tracks"><li id="track-sunny">Sunny day <button id="play-sunny" aria-label="Play Sunny day">▷</button></li><li id="track-rain">Rain <button id="play-rain" aria-label="Play Rain">▷</button></li></ul>`,
    phrases: [
      ['Play', 'play'],
      ['Play Rain', 'play-rain'],
      ['Play Snow', 'refused'],
      ['Sunny day', 'refused'],
      ['Next', 'next'],
      ['Track', 'refused'],
      ['Pause', 'refused'],
      ['List', 'refused'],
    ],
  },
  {
    name: 'chat: symbols on buttons',
    html: `
<div id="message"><p id="text">Party on Friday 🎈 Like it?</p><button id="thumb">👍 12</button> <button id="party">🎉 3</button></div>
<div id="note-upload" role="status" style="padding:12px;width:300px">Upload finished <button id="dismiss-upload" aria-label="Dismiss">×</button></div>
<div id="note-update" role="status" style="padding:12px;width:300px">Update ready <button id="dismiss-update" aria-label="Dismiss">×</button></div>
<button id="dismiss-all">Dismiss all</button>`,
    phrases: [
      ['👍', 'thumb'],
      ['🎉 3', 'party'],
      ['🎈', 'refused'],
      ['12', 'refused'],
      ['×', 'refused'],
      ['× next to Upload finished', 'dismiss-upload'],
      ['Dismiss', 'refused'],
      ['Dismiss next to Update ready', 'dismiss-update'],
      ['Dismiss all', 'dismiss-all'],
      ['Close', 'refused'],
    ],
  },
  {
    name: 'checkout: buttons in shadow roots',
    html: `
<pay-button id="pay-now" label="Pay now"></pay-button> <pay-button id="pay-later" label="Pay later"></pay-button>
<pay-panel id="panel"><button id="coupon" slot="actions">Use coupon</button><button id="void" slot="nowhere">Void</button></pay-panel>
<script>
customElements.define('pay-button', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<button id="' + this.id + '">' + this.getAttribute('label') + '</button>' } })
customElements.define('pay-panel', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<p id="refund">Refund</p><slot name="actions"></slot>' } })
</script>`,
    phrases: [
      ['Pay now', 'pay-now'],
      ['Pay', 'refused'],
      ['Pay today', 'refused'],
      ['the second Pay now button', 'refused'],
      ['Use coupon', 'coupon'],
      ['Coupon', 'refused'],
      ['Refund', 'refused'],
      ['Void', 'refused'],
    ],
  },
  {
    name: 'team: list items that are components',
    html: `
<ul id="team"><li id="row-ann"><user-card id="delete-ann" name="Ann"></user-card></li><li id="row-bob"><user-card id="bob" name="Bob" locked></user-card></li><li id="row-carl"><user-card id="delete-carl" name="Carl"></user-card></li></ul>
<script>
customElements.define('user-card', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<span>' + this.getAttribute('name') + '</span> ' + (this.hasAttribute('locked') ? '<span>Delete is locked</span>' : '<button id="' + this.id + '">Delete</button>') } })
</script>`,
    phrases: [
      ['Delete', 'refused'],
      ['Delete in the row with Ann', 'delete-ann'],
      ['the Delete button in the row with Carl', 'delete-carl'],
      ['Delete in the row with Bob', 'refused'],
      ['Locked', 'refused'],
      ['the first Delete button', 'delete-ann'],
      ['Delete in the row with Carla', 'refused'],
    ],
  },
];
