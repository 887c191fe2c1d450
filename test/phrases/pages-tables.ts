import type { PhrasePage } from './types.js';

export const tablePages: readonly PhrasePage[] = [
  {
    name: 'staff: a name is also the value of another column',
    html: `
<table id="staff">
  <tr><th>Name</th><th>Manager</th><th>Actions</th></tr>
  <tr id="row-ann"><th scope="row">Ann</th><td>Dora</td><td><button id="edit-ann">Edit</button></td></tr>
  <tr id="row-bob"><th scope="row">Bob</th><td>Ann</td><td><button id="edit-bob">Edit</button> <button id="delete-bob">Delete</button></td></tr>
  <tr id="row-carl"><th scope="row">Carl</th><td>Dora</td><td><button id="edit-carl">Edit</button> <button id="delete-carl">Delete</button></td></tr>
</table>
<p id="hint">Delete in the row with Ann is not allowed.</p>`,
    phrases: [
      ['Delete in the row with Ann', 'refused'],
      ['Delete in the row with Carl', 'delete-carl'],
      ['the Delete button in the row with Bob', 'delete-bob'],
      ['the Delete link in the row with Bob', 'refused'],
      ['Edit in the row with Bob', 'edit-bob'],
      ['Edit in the row with Dora', 'refused'],
      ['Edit in the row with Eve', 'refused'],
      ['Remove in the row with Carl', 'refused'],
      ['the first Delete button', 'delete-bob'],
      ['the third Delete button', 'refused'],
      ['Manager', 'refused'],
    ],
  },
  {
    name: 'cities: only one row has the button',
    html: `
<table id="cities">
  <caption>Weather stations</caption>
  <tr><th>Station</th><th>Status</th><td></td></tr>
  <tr id="row-lima"><th scope="row">Lima</th><td>Offline, restart needed</td><td></td></tr>
  <tr id="row-oslo"><th scope="row">Oslo</th><td>Online</td><td><button id="restart-oslo">Restart</button></td></tr>
  <tr id="row-osloeast"><th scope="row">Oslo-Ost</th><td>Offline</td><td><a id="details-east" href="#east">Show details</a></td></tr>
</table>`,
    phrases: [
      ['Restart', 'restart-oslo'],
      ['Restart in the row with Lima', 'refused'],
      ['Restart in the row with Online', 'restart-oslo'],
      ['Restart in the row with Offline', 'refused'],
      ['the Restart link', 'refused'],
      ['Show details in the row with Lima', 'refused'],
      ['Show', 'details-east'],
      ['Offline', 'refused'],
    ],
  },
  {
    name: 'permissions: checkboxes in a matrix',
    html: `
<table id="permissions">
  <tr><th>Role</th><th id="head-read">Read</th><th id="head-write">Write</th></tr>
  <tr id="row-owner"><th scope="row">Owner</th><td><input type="checkbox" id="owner-read" aria-label="Read" checked></td><td><input type="checkbox" id="owner-write" aria-label="Write" checked></td></tr>
  <tr id="row-editor"><th scope="row">Editor</th><td><input type="checkbox" id="editor-read" aria-label="Read" checked></td><td><input type="checkbox" id="editor-write" aria-label="Write"></td></tr>
  <tr id="row-viewer"><th scope="row">Viewer</th><td><input type="checkbox" id="viewer-read" aria-label="Read" checked></td><td>never</td></tr>
</table>`,
    phrases: [
      ['Write', 'refused'],
      ['Write in the row with Editor', 'editor-write'],
      ['the Read checkbox in the row with Viewer', 'viewer-read'],
      ['Write in the row with Viewer', 'refused'],
      ['the Write button in the row with Editor', 'refused'],
      ['the checked Write checkbox', 'owner-write'],
      ['the unchecked Write checkbox', 'editor-write'],
      ['the unchecked Read checkbox', 'refused'],
      ['the checked Read checkbox', 'refused'],
      ['Editor', 'refused'],
    ],
  },
  {
    name: 'orders: rows that can be pressed',
    html: `
<style>#orders { width: 720px; table-layout: fixed } #orders td { padding: 10px } .order { cursor: pointer }</style>
<h2 id="heading">Order 1002 is late</h2>
<table id="orders">
  <tr id="order-1001" class="order"><td>Order 1001</td><td>Shipped</td><td></td></tr>
  <tr id="order-1010" class="order"><td>Order 1010</td><td>Open</td><td><button id="cancel-1010">Cancel</button></td></tr>
</table>
<script>for (const row of document.querySelectorAll('.order')) row.addEventListener('click', () => { row.style.background = '#def' })</script>`,
    phrases: [
      ['Order 1001', 'order-1001'],
      ['Order', 'refused'],
      ['Order 10', 'refused'],
      ['Order 1002', 'refused'],
      ['Shipped', 'refused'],
      ['Cancel', 'cancel-1010'],
      ['Cancel in the row with Order 1001', 'refused'],
      ['Cancel in the row with Order 1010', 'cancel-1010'],
    ],
  },
  {
    name: 'columns: some headers sort',
    html: `
<table id="disk">
  <tr><th><button id="sort-name">Name</button></th><th><button id="sort-size">Size</button></th><th><button id="sort-disk">Size on disk</button></th><th id="head-modified">Modified</th></tr>
  <tr><td>Name list</td><td>3 KB</td><td>4 KB</td><td>Monday</td></tr>
  <tr><td>Size chart</td><td>15 KB</td><td>16 KB</td><td>Friday</td></tr>
</table>`,
    phrases: [
      ['Size', 'sort-size'],
      ['Size on disk', 'sort-disk'],
      ['Disk', 'refused'],
      ['Name', 'sort-name'],
      ['Name list', 'refused'],
      ['Size chart', 'refused'],
      ['Modified', 'refused'],
      ['the Size link', 'refused'],
    ],
  },
  {
    name: 'devices: a grid of divs with a button for all',
    html: `
<style>[role=row] { display: flex; gap: 40px; padding: 6px } [role=gridcell] { width: 200px }</style>
<div id="devices" role="grid" aria-label="Devices">
  <div id="row-laptop" role="row"><div role="gridcell">Work laptop</div><div role="gridcell">Berlin</div><div role="gridcell">This device</div></div>
  <div id="row-phone" role="row"><div role="gridcell">Pixel 8 Pro</div><div role="gridcell">Berlin</div><div role="gridcell"><button id="out-phone">Sign out</button></div></div>
  <div id="row-tablet" role="row"><div role="gridcell">Old tablet</div><div role="gridcell">Rome</div><div role="gridcell"><button id="out-tablet">Sign out</button></div></div>
</div>
<button id="out-all">Sign out everywhere</button>`,
    phrases: [
      ['Sign out', 'refused'],
      ['Sign out in the row with Pixel 8 Pro', 'out-phone'],
      ['Sign out in the row with Rome', 'out-tablet'],
      ['Sign out in the row with Work laptop', 'refused'],
      ['Sign out in the row with Pixel 8 Max', 'refused'],
      ['Sign out everywhere', 'out-all'],
      ['Sign in', 'refused'],
      ['This device', 'refused'],
    ],
  },
  {
    name: 'members: the menu of each row is closed',
    html: `
<table id="members">
  <tr id="row-ann"><td>Ann</td><td>ann@example.com</td><td><button id="more-ann" aria-label="More actions" aria-haspopup="menu">⋮</button><div id="menu-ann" role="menu" hidden><button id="delete-ann" role="menuitem">Delete</button></div></td></tr>
  <tr id="row-bob"><td>Bob</td><td>bob@example.com</td><td><button id="more-bob" aria-label="More actions" aria-haspopup="menu">⋮</button><div id="menu-bob" role="menu" hidden><button id="delete-bob" role="menuitem">Delete</button></div></td></tr>
</table>
<script>for (const button of document.querySelectorAll('[aria-haspopup]')) button.addEventListener('click', () => { button.nextElementSibling.hidden = false })</script>`,
    phrases: [
      ['More actions in the row with Ann', 'more-ann'],
      ['⋮ in the row with Bob', 'more-bob'],
      ['More actions', 'refused'],
      ['Delete', 'refused'],
      ['Delete in the row with Ann', 'refused'],
      ['More options in the row with Ann', 'refused'],
      ['the second More actions button', 'more-bob'],
      ['More actions in the row with Carl', 'refused'],
    ],
  },
  {
    name: 'members: the menu of Bob is open',
    html: `
<table id="members">
  <tr id="row-ann"><td>Ann</td><td><button id="more-ann" aria-label="More actions">⋮</button><div id="menu-ann" role="menu" hidden><div id="delete-ann" role="menuitem" tabindex="-1">Delete</div></div></td></tr>
  <tr id="row-bob"><td>Bob</td><td><button id="more-bob" aria-label="More actions">⋮</button><div id="menu-bob" role="menu" style="width:200px"><div id="rename-bob" role="menuitem" tabindex="-1">Rename</div><div id="delete-bob" role="menuitem" tabindex="-1">Delete</div></div></td></tr>
</table>
<script>for (const item of document.querySelectorAll('[role=menuitem]')) item.addEventListener('click', () => { item.dataset.chosen = 'yes' })</script>`,
    phrases: [
      ['Delete', 'delete-bob'],
      ['the Delete menu item', 'delete-bob'],
      ['the Delete button', 'refused'],
      ['Delete in the row with Ann', 'refused'],
      ['Delete in the row with Bob', 'delete-bob'],
      ['Rename', 'rename-bob'],
      ['Remove', 'refused'],
      ['Name', 'refused'],
    ],
  },
  {
    name: 'profile: a definition list',
    html: `
<style>dl { display: grid; grid-template-columns: 160px 400px; row-gap: 16px } dd { margin: 0 }</style>
<dl id="profile">
  <dt id="term-email">Email</dt><dd>ann@example.com <button id="change-email">Change</button></dd>
  <dt id="term-phone">Phone</dt><dd>555 0100 <button id="change-phone">Change</button></dd>
  <dt id="term-password">Password</dt><dd>Last change in May <button id="reset-password">Reset</button></dd>
</dl>`,
    phrases: [
      ['Change', 'refused'],
      ['Change next to Phone', 'change-phone'],
      ['the Change button next to Email', 'change-email'],
      ['Change next to Password', 'refused'],
      ['the button next to Password', 'reset-password'],
      ['Reset', 'reset-password'],
      ['Reset next to Email', 'refused'],
      ['the second Change button', 'change-phone'],
      ['Password', 'refused'],
    ],
  },
];
