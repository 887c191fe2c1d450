import type { PhrasePage } from './types.js';

export const listPages: readonly PhrasePage[] = [
  {
    name: 'posts: the line of the author has markup, the icons have no names',
    html: `
<style>.note { height: 70px; width: 300px; border: 1px solid #ddd } .pic { display: inline-block; width: 14px; height: 14px; background: #888; cursor: pointer }</style>
<div id="posts">${['rhea', 'uva', 'ilo'].map((who) => `<div class="note"><div><b>Someone</b> <i>@${who}</i></div><div>This and that.</div><div class="bar"><span id="reply-${who}" class="reply pic"></span> <span id="like-${who}" class="like pic"></span></div></div>`).join('')}</div>
<p>Ask <b>@zoe</b> for help.</p>
<script>for (const icon of document.querySelectorAll('.pic')) icon.addEventListener('click', () => { icon.dataset.chosen = 'yes' })</script>`,
    phrases: [
      ['the "Like" button for @uva', 'like-uva'],
      ['reply in the row with @ilo', 'reply-ilo'],
      ['Like', 'refused'],
      ['Like for Someone', 'refused'],
      ['Like for @zoe', 'refused'],
      ['Share for @uva', 'refused'],
    ],
  },
  {
    name: 'accounts: a paragraph above the list names another action and another person',
    html: `
<h1 id="title">Accounts</h1>
<p id="hint">Delete an account with care. Carla and Ann Lee asked us to keep their data. Remove cannot be undone.</p>
<ul id="accounts">
  <li id="row-ann">Ann Lee <button id="remove-ann">Remove</button></li>
  <li id="row-leeson">Ann Leeson <button id="remove-leeson">Remove</button></li>
  <li id="row-bob">Bob Stone <button id="remove-bob">Remove</button> <button id="block-bob">Block</button></li>
</ul>`,
    phrases: [
      ['Delete', 'refused'],
      ['Remove', 'refused'],
      ['Block', 'block-bob'],
      ['Remove in the row with Ann Lee', 'remove-ann'],
      ['Remove in the row with Ann Leeson', 'remove-leeson'],
      ['Remove in the row with Ann', 'refused'],
      ['Remove in the row with Carla', 'refused'],
      ['Delete in the row with Bob Stone', 'refused'],
      ['Block in the row with Ann Lee', 'refused'],
      ['the second Remove button', 'remove-leeson'],
      ['the last Remove button', 'remove-bob'],
      ['the fourth Remove button', 'refused'],
      ['Accounts', 'refused'],
    ],
  },
  {
    name: 'order: plus and minus in each row of divs',
    html: `
<h2 id="heading">Ice cream and more</h2>
<style>.row { display: flex; gap: 12px; padding: 8px; width: 420px } .row span:first-child { width: 260px }</style>
<div id="order">
  <div id="row-sundae" class="row"><span>Ice cream sundae</span><button id="sundae-minus">-</button><span>1</span><button id="sundae-plus">+</button></div>
  <div id="row-tart" class="row"><span>Lemon tart</span><button id="tart-minus">-</button><span>2</span><button id="tart-plus">+</button></div>
  <div id="row-tea" class="row"><span>Iced tea</span><button id="tea-minus" disabled>-</button><span>0</span><button id="tea-plus">+</button></div>
  <div id="row-cake" class="row"><span>Carrot cake</span><span>Sold out</span></div>
</div>`,
    phrases: [
      ['+ in the row with Ice cream sundae', 'sundae-plus'],
      ['- in the row with Lemon tart', 'tart-minus'],
      ['+ in the row with Iced tea', 'tea-plus'],
      ['- in the row with Iced tea', 'refused'],
      ['+', 'refused'],
      ['+ in the row with Carrot cake', 'refused'],
      ['+ in the row with Ice cream cone', 'refused'],
      ['the third + button', 'tea-plus'],
      ['Ice cream sundae', 'refused'],
    ],
  },
  {
    name: 'thread: a reply is a list inside the comment',
    html: `
<h2 id="heading">Comments</h2>
<ul id="thread">
  <li id="comment-ann"><div id="body-ann"><b>Ann</b> <span>We should ask the others.</span> <button id="like-ann">Like</button> <button id="pin-ann">Pin</button></div>
    <ul id="replies-ann">
      <li id="comment-bob"><div id="body-bob"><b>Bob</b> <span>Agreed, like last time.</span> <button id="like-bob">Like</button> <button id="report-bob">Report</button></div></li>
    </ul>
  </li>
  <li id="comment-dora"><div id="body-dora"><b>Dora</b> <span>Done.</span> <button id="like-dora">Like</button></div></li>
</ul>`,
    phrases: [
      ['Like', 'refused'],
      ['Like in the row with Bob', 'like-bob'],
      ['Like in the row with Dora', 'like-dora'],
      ['Pin', 'pin-ann'],
      ['Pin in the row with Bob', 'refused'],
      ['Pin in the row with Dora', 'refused'],
      ['Report', 'report-bob'],
      ['Report in the row with Dora', 'refused'],
      ['the third Like button', 'like-dora'],
      ['Comments', 'refused'],
    ],
  },
  {
    name: 'languages: names that differ in symbols only',
    html: `
<p id="hint">Choose Java or C for the course.</p>
<ul id="languages">
  <li><button id="c">C</button></li>
  <li><button id="cpp">C++</button></li>
  <li><button id="csharp">C#</button></li>
  <li><button id="objc">Objective-C</button></li>
  <li><button id="javascript">JavaScript</button></li>
</ul>`,
    phrases: [
      ['C', 'c'],
      ['C++', 'cpp'],
      ['C#', 'csharp'],
      ['Objective-C', 'objc'],
      ['Java', 'refused'],
      ['Script', 'refused'],
      ['the C# link', 'refused'],
    ],
  },
  {
    name: 'languages without C',
    html: `
<h2 id="heading">C family</h2>
<ul id="languages">
  <li><a href="#cpp" id="cpp">C++</a></li>
  <li><a href="#csharp" id="csharp">C#</a></li>
  <li><a href="#css" id="css">CSS</a></li>
</ul>`,
    phrases: [
      ['C', 'refused'],
      ['C++', 'cpp'],
      ['the C# link', 'csharp'],
      ['C family', 'refused'],
    ],
  },
  {
    name: 'sizes: 1.5 and 15',
    html: `
<p id="hint">Up to 50 kg per parcel.</p>
<div id="sizes"><button id="size-1-5">1.5</button> <button id="size-15">15</button> <button id="size-150">150</button> <button id="size-7">7 kg</button></div>`,
    phrases: [
      ['15', 'size-15'],
      ['1.5', 'size-1-5'],
      ['150', 'size-150'],
      ['1', 'refused'],
      ['50', 'refused'],
      ['7', 'size-7'],
      ['kg', 'refused'],
    ],
  },
  {
    name: 'sizes with a decimal point only',
    html: `
<div id="sizes" role="radiogroup" aria-label="Litres">
  <button role="radio" aria-checked="true" id="size-1-5">1.5</button>
  <button role="radio" aria-checked="false" id="size-2-5">2.5</button>
</div>`,
    phrases: [
      ['15', 'refused'],
      ['25', 'refused'],
      ['2.5', 'size-2-5'],
      ['Litres', 'refused'],
    ],
  },
  {
    name: 'trains: the heading is the first word of the phrase',
    html: `
<h2 id="early">Early</h2>
<ul><li><a href="#e1" id="early-one">Early one</a></li><li><a href="#e2" id="early-two">Early two</a></li></ul>
<h2 id="late">Late</h2>
<ul><li><a href="#l2" id="late-two">Late two</a></li><li><a href="#l3" id="late-three">Late three</a></li></ul>
<p id="hint">The late one is cancelled.</p>`,
    phrases: [
      ['Late one', 'refused'],
      ['Late', 'refused'],
      ['Late two', 'late-two'],
      ['Latest', 'refused'],
      ['Early one', 'early-one'],
      ['Early one in the Late section', 'refused'],
      ['Late three in the Late section', 'late-three'],
    ],
  },
  {
    name: 'folders: a flat tree view',
    html: `
<style>[role=treeitem] { cursor: pointer; padding: 4px } [aria-level="2"] { margin-left: 24px }</style>
<div id="tree" role="tree" aria-label="Folders">
  <div id="reports" role="treeitem" aria-level="1" aria-expanded="true" tabindex="0">Reports</div>
  <div id="reports-2023" role="treeitem" aria-level="2" tabindex="-1">Reports 2023</div>
  <div id="reports-2024" role="treeitem" aria-level="2" tabindex="-1">Reports 2024</div>
  <div id="old" role="treeitem" aria-level="1" tabindex="-1">Old reports</div>
  <div id="photos" role="treeitem" aria-level="1" tabindex="-1">Photos from Oslo</div>
</div>
<script>for (const item of document.querySelectorAll('[role=treeitem]')) item.addEventListener('click', () => item.focus())</script>`,
    phrases: [
      ['Reports', 'reports'],
      ['Reports 2024', 'reports-2024'],
      ['Reports 2025', 'refused'],
      ['2023', 'refused'],
      ['Photos', 'photos'],
      ['Photo', 'refused'],
      ['Oslo', 'refused'],
      ['the Photos from Oslo button', 'refused'],
      ['Folders', 'refused'],
    ],
  },
  {
    name: 'airports: autocomplete suggestions that begin alike',
    html: `
<label for="from">From</label> <input id="from" role="combobox" aria-expanded="true" aria-controls="suggestions" value="Eureka">
<style>[role=option] { cursor: pointer; padding: 6px; width: 320px }</style>
<div id="suggestions" role="listbox" aria-label="Airports">
  <div id="eka" role="option">Eureka, CA (EKA)</div>
  <div id="eue" role="option">Eureka, NV (EUE)</div>
  <div id="eug" role="option">Eugene, OR (EUG)</div>
</div>
<script>for (const option of document.querySelectorAll('[role=option]')) option.addEventListener('click', () => { option.ariaSelected = 'true' })</script>`,
    phrases: [
      ['Eureka, CA (EKA)', 'eka'],
      ['Eureka, NV', 'eue'],
      ['eureka nv eue', 'eue'],
      ['Eureka, MT', 'refused'],
      ['EUE', 'refused'],
      ['Eugene', 'eug'],
      ['Eugen', 'refused'],
      ['the Eugene link', 'refused'],
    ],
  },
  {
    name: 'cities: accents',
    html: `
<h2 id="heading">Zürich and Malmö are full</h2>
<ul id="cities">
  <li><button id="saopaulo">São Paulo</button></li>
  <li><button id="koln">Köln</button></li>
  <li><button id="malaga">Málaga</button></li>
  <li><button id="malaga-airport">Málaga airport</button></li>
</ul>`,
    phrases: [
      ['Sao Paulo', 'saopaulo'],
      ['SÃO PAULO', 'saopaulo'],
      ['Koln', 'koln'],
      ['Malaga', 'malaga'],
      ['Malaga airport', 'malaga-airport'],
      ['Malmo', 'refused'],
      ['Zürich', 'refused'],
      ['Paulo', 'refused'],
      ['airport', 'refused'],
    ],
  },
  {
    name: 'files: a longer word begins with the phrase',
    html: `
<p id="hint">Save your work often. Open files are locked.</p>
<ul id="files">
  <li><button id="savedir">savedir</button></li>
  <li><button id="autosave">Autosave on</button></li>
  <li><button id="opened">Opened files</button></li>
</ul>`,
    phrases: [
      ['Save', 'refused'],
      ['Open', 'refused'],
      ['savedir', 'savedir'],
      ['save dir', 'refused'],
      ['Autosave', 'autosave'],
      ['Files', 'refused'],
      ['Opened', 'opened'],
    ],
  },
];
