import type { PhrasePage } from './types.js';

/** Names with words that can also be an ordinal, a role, a place or a symbol. */
export const namePages: readonly PhrasePage[] = [
  {
    name: 'form: a single name field, and a period',
    html: `<label>Name <input id="name"></label><label>Company name <input id="company"></label>
<p><button id="week">Week</button> <button id="month">Month</button></p>
<table><tr><th><button id="modified">Modified</button></th><th><button id="seen">Seen</button></th></tr></table>`,
    phrases: [
      ['First name', 'refused'],
      ['Last name', 'refused'],
      ['Name', 'name'],
      ['Last week', 'refused'],
      ['Last month', 'refused'],
      ['Last modified', 'refused'],
      ['Last seen', 'refused'],
      ['the Month button', 'month'],
    ],
  },
  {
    name: 'accounts: verbs that are also role words',
    html: `<a href="#account" id="account">Account</a> <a href="#devices" id="devices">Devices</a>
<div><span>PayPal is accepted here</span> <button id="pay">Pay</button></div>`,
    phrases: [
      ['Link account', 'refused'],
      ['Link devices', 'refused'],
      ['the link Account', 'account'],
      ['link "Devices"', 'devices'],
      ['Pay with PayPal', 'refused'],
      ['Pay', 'pay'],
    ],
  },
  {
    name: 'settings: headings without a control',
    html: `<h2>Notifications</h2><p>Managed by your admin.</p><h2>Privacy</h2><p>Public</p><button id="privacy">Change</button>
<h2>Language</h2><p>English</p><button id="language">Change</button>`,
    phrases: [
      ['Change under Notifications', 'refused'],
      ['Change below Notifications', 'refused'],
      ['Change under Privacy', 'privacy'],
      ['Change below Language', 'language'],
    ],
  },
  {
    name: 'tools: symbols with another name, names that begin alike',
    html: `<table><tr><td>Ann</td><td><button id="unstar" aria-label="Unstar">★</button></td></tr></table>
<button id="restore" aria-label="Restore">🗑</button> <button id="pause" aria-label="Pause">▶</button>
<p><button id="save">Save</button> <button id="save-as">Save as</button> <button id="save-all">Save all</button></p>`,
    phrases: [
      ['Star in the row with Ann', 'refused'],
      ['Unstar in the row with Ann', 'unstar'],
      ['★', 'unstar'],
      ['Play', 'refused'],
      ['Pause', 'pause'],
      ['the second Save button', 'refused'],
      ['the second Save', 'refused'],
      ['Save', 'save'],
    ],
  },
  {
    name: 'services: rows whose texts contain the words with another meaning',
    html: `<table><tr><td>non-critical</td><td><button id="low">Restart</button></td></tr>
<tr><td>Buy milk (not done)</td><td><button id="milk">Restart</button></td></tr>
<tr><td>ann@example.org</td><td><button id="mail">Restart</button></td></tr></table>`,
    phrases: [
      ['Restart in the row with critical', 'refused'],
      ['Restart in the row with done', 'refused'],
      ['Restart in the row with Ann', 'refused'],
      ['Restart in the row with example', 'refused'],
      ['Restart in the row with ann@example.org', 'mail'],
      ['Restart in the row with Buy milk', 'milk'],
    ],
  },
  {
    name: 'wiki: tooltips that begin with the name of another control',
    html: `<a href="#info" id="info" title="More information about this page">Page information</a>
<a href="#watch" id="watch" title="Add this page to your watchlist">Watch</a> <button id="bold" title="Bold text">B</button>`,
    phrases: [
      ['More', 'refused'],
      ['Add', 'refused'],
      ['Page', 'info'],
      ['Add this page to your watchlist', 'watch'],
      ['Bold', 'bold'],
    ],
  },
];
