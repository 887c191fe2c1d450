import type { PhrasePage } from './types.js';

/** A month as a table of buttons, seven days in each row. */
function month(id: string, caption: string, days: number): string {
  const cells = Array.from({ length: days }, (_, index) => {
    const day = index + 1;
    const end = day % 7 === 0 ? '</tr><tr>' : '';
    return `<td><button id="${id}-${day}">${day}</button></td>${end}`;
  });
  return `<table id="${id}" style="display:inline-table;margin:16px"><caption>${caption}</caption><tr>${cells.join('')}</tr></table>`;
}

export const appPages: readonly PhrasePage[] = [
  {
    name: 'calendar: two months',
    html: `
<p id="hint">Rooms are free from 15 July 2025.</p>
<div id="controls"><button id="previous-month">Previous month</button> <button id="next-month">Next month</button></div>
${month('may', 'May 2025', 31)}${month('june', 'June 2025', 30)}`,
    phrases: [
      ['15', 'refused'],
      ['31', 'may-31'],
      ['15 in June 2025', 'june-15'],
      ['15 in May 2025', 'may-15'],
      ['3 in May 2025', 'may-3'],
      ['31 in June 2025', 'refused'],
      ['15 in July 2025', 'refused'],
      ['32', 'refused'],
      ['June 2025', 'refused'],
      ['Next', 'next-month'],
      ['Month', 'refused'],
      ['the 31 link', 'refused'],
    ],
  },
  {
    name: 'pages: digits as links',
    html: `
<p id="count">12 results on 11 pages</p>
<nav id="pages" aria-label="Pages"><button id="previous" disabled>Previous</button> <a href="#1" id="page-1">1</a> <a href="#2" id="page-2">2</a> <a href="#3" id="page-3">3</a> <span id="gap">…</span> <a href="#10" id="page-10">10</a> <a href="#11" id="page-11">11</a> <a href="#next" id="next">Next</a></nav>`,
    phrases: [
      ['1', 'page-1'],
      ['2', 'page-2'],
      ['10', 'page-10'],
      ['11', 'page-11'],
      ['12', 'refused'],
      ['0', 'refused'],
      ['Previous', 'refused'],
      ['Next', 'next'],
      ['the 2 button', 'refused'],
      ['Pages', 'refused'],
    ],
  },
  {
    name: 'mail: Archive in each row and in the sidebar',
    html: `
<style>#mail li { display: flex; gap: 20px; padding: 6px; width: 760px } #mail span { width: 220px }</style>
<nav id="folders"><a href="#inbox" id="folder-inbox">Inbox</a> <a href="#archive" id="folder-archive">Archive</a></nav>
<ul id="mail">
  <li id="mail-chen"><input type="checkbox" id="select-chen" aria-label="Select"><span>Mia Chen</span><span>Invoice 104</span><button id="archive-chen" title="Archive">▣</button></li>
  <li id="mail-cheng"><input type="checkbox" id="select-cheng" aria-label="Select" checked><span>Mia Cheng</span><span>Invoice 1042</span><button id="archive-cheng" title="Archive">▣</button></li>
  <li id="mail-fox"><input type="checkbox" id="select-fox" aria-label="Select"><span>Lena Fox</span><span>Please reply</span><span>Locked</span></li>
</ul>`,
    phrases: [
      ['Archive', 'refused'],
      ['the Archive link', 'folder-archive'],
      ['the Archive button', 'refused'],
      ['Archive in the row with Mia Chen', 'archive-chen'],
      ['Archive in the row with Mia Cheng', 'archive-cheng'],
      ['Archive in the row with Mia', 'refused'],
      ['Archive in the row with Lena Fox', 'refused'],
      ['Archive in the row with Invoice 104', 'archive-chen'],
      ['Select in the row with Lena Fox', 'select-fox'],
      ['the checked checkbox', 'select-cheng'],
      ['the second Archive button', 'archive-cheng'],
      ['Reply', 'refused'],
      ['Reply in the row with Lena Fox', 'refused'],
    ],
  },
  {
    name: 'files: a region named Bin',
    html: `
<section id="bin" aria-label="Bin"><h2 id="bin-title">Bin</h2>
  <ul id="deleted"><li id="row-budget">Budget <button id="restore-budget">Restore</button></li><li id="row-letter">Letter <button id="restore-letter">Restore</button></li></ul>
  <button id="empty">Empty bin</button></section>
<section id="documents" aria-label="Documents"><h2 id="documents-title">Documents</h2><p id="documents-text">Delete moves a file to the bin.</p></section>`,
    phrases: [
      ['Delete', 'refused'],
      ['Bin', 'refused'],
      ['Empty', 'empty'],
      ['Empty bin', 'empty'],
      ['Restore', 'refused'],
      ['Restore in the row with Letter', 'restore-letter'],
      ['Restore in the Documents section', 'refused'],
      ['Empty bin in the Bin section', 'empty'],
      ['Documents', 'refused'],
    ],
  },
  {
    name: 'rating: stars',
    html: `
<p id="summary">Rated 4.5 stars by 6 people</p>
<div id="stars" role="group" aria-label="Your rating">${[1, 2, 3, 4, 5].map((count) => `<button id="star-${count}" aria-label="${count} ${count === 1 ? 'star' : 'stars'}">★</button>`).join('')}</div>`,
    phrases: [
      ['1 star', 'star-1'],
      ['3 stars', 'star-3'],
      ['5', 'star-5'],
      ['6 stars', 'refused'],
      ['Stars', 'refused'],
      ['★', 'refused'],
      ['4.5 stars', 'refused'],
      ['Your rating', 'refused'],
    ],
  },
  {
    name: 'home: widgets with a link more',
    html: `
<div id="widgets" style="display:flex;gap:32px">
  <div id="shopping"><h3 id="shopping-title">Hr shopping</h3><p>12 new offers and more</p><a href="#shopping" id="more-shopping">more</a></div>
  <div id="travel"><h3 id="travel-title">Hr travel</h3><p>Trips to Rome</p><a href="#travel" id="more-travel">more</a></div>
  <div id="sport"><h3 id="sport-title">Sport</h3><p>No more news</p></div>
</div>`,
    phrases: [
      ['more', 'refused'],
      ['more in Hr shopping', 'more-shopping'],
      ['more in Hr travel', 'more-travel'],
      ['more in Sport', 'refused'],
      ['more in Hr', 'refused'],
      ['more in Hr music', 'refused'],
      ['Hr shopping', 'refused'],
      ['the more button in Hr travel', 'refused'],
    ],
  },
  {
    name: 'board: columns with Add card',
    html: `
<div id="board" style="display:flex;gap:24px">
  <section id="todo" aria-label="Backlog"><h3 id="todo-title">Backlog</h3><div id="card-1">Add card payment</div><button id="add-backlog">Add card</button></section>
  <section id="doing" aria-label="In progress"><h3 id="doing-title">In progress</h3><div id="card-2">Fix login</div><button id="add-progress">Add card</button></section>
  <section id="done" aria-label="Done"><h3 id="done-title">Done</h3><div id="card-3">Progress report</div><button id="clear-done">Clear</button></section>
</div>`,
    phrases: [
      ['Add card', 'refused'],
      ['Add card in Backlog', 'add-backlog'],
      ['Add card in the Done section', 'refused'],
      ['the second Add card button', 'add-progress'],
      ['Add card payment', 'refused'],
      ['Clear', 'clear-done'],
      ['Clear in Backlog', 'refused'],
      ['Done', 'refused'],
      ['Clear all', 'refused'],
    ],
  },
  {
    name: 'map: names with in and out',
    html: `
<div id="map" role="region" aria-label="Map"><button id="zoom-in" title="Zoom in">+</button><button id="zoom-out" title="Zoom out">-</button><button id="locate">Show my location</button><p id="text">Terrain is not available. Zoom in for streets.</p></div>`,
    phrases: [
      ['Zoom in', 'zoom-in'],
      ['Zoom out', 'zoom-out'],
      ['Zoom', 'refused'],
      ['+', 'zoom-in'],
      ['-', 'zoom-out'],
      ['Show my', 'locate'],
      ['Location', 'refused'],
      ['Terrain', 'refused'],
    ],
  },
];
