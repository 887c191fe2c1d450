/**
 * A page with the widgets of a web application: sidebar, tabs, menu, dialog, calendar, seats, a list with filter, a drawing. It is larger than
 * a screen, so that an answer which repeats the page is expensive.
 */
const sidebar = Array.from(
  { length: 24 },
  (_, index) => `<li><a href="/app/${index + 1}">Section ${index + 1}</a></li>`,
);
const days = Array.from({ length: 30 }, (_, index) => `<button class="day">${index + 1} June</button>`);
const seats = Array.from({ length: 60 }, (_, index) => `<button class="seat">Seat ${index + 1}</button>`);
const people = Array.from(
  { length: 40 },
  (_, index) => `<li>Person ${index + 1} <button>Invite person ${index + 1}</button></li>`,
);

const script = `
const on = (id, run) => document.getElementById(id).addEventListener('click', run);
on('menu', () => { items.hidden = !items.hidden; });
on('open', () => box.showModal());
on('confirm', () => { box.close(); note.textContent = 'The record was deleted.'; });
for (const day of document.querySelectorAll('.day')) day.addEventListener('click', () => {
  for (const other of document.querySelectorAll('.day')) other.setAttribute('aria-pressed', String(other === day));
  date.value = day.textContent;
});
for (const seat of document.querySelectorAll('.seat')) seat.addEventListener('click', () => { seat.disabled = true; note.textContent = seat.textContent + ' is yours.'; });
on('reset', () => { for (const seat of document.querySelectorAll('.seat')) { seat.disabled = true; seat.disabled = false; } note.textContent = 'All seats are free.'; });
filter.addEventListener('input', () => { for (const row of document.querySelectorAll('#people li')) row.hidden = !row.textContent.includes(filter.value); });
for (const button of document.querySelectorAll('#people button')) button.addEventListener('click', () => { button.textContent = 'Invited'; });
on('connect', () => { const line = document.createElementNS('http://www.w3.org/2000/svg', 'path'); line.setAttribute('d', 'M5 5 L190 50'); line.setAttribute('stroke', 'black'); board.append(line); });
`;

/** @param {string} title */
export function applicationPage(title) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>
body{font:14px sans-serif;display:grid;grid-template-columns:160px 1fr;gap:16px}.day{width:80px}ul{columns:2;margin:4px}</style></head><body>
<nav aria-label="Sections"><ul style="columns:1">${sidebar.join('')}</ul></nav><main><h1>${title}</h1><p id="note" role="status"></p>
<button id="menu">More</button><div id="items" hidden role="menu">${['Copy', 'Move', 'Rename', 'Archive', 'Export'].map((name) => `<button role="menuitem">${name}</button>`).join('')}</div>
<button id="open">Delete record</button><dialog id="box"><p>Delete this record?</p><button id="confirm">Yes, delete</button></dialog>
<label>Date <input id="date" readonly></label><div>${days.join('')}</div><div>${seats.join('')}<button id="reset">Free all seats</button></div>
<label>Filter <input id="filter"></label><ul id="people">${people.join('')}</ul>
<button id="connect">Connect</button><svg id="board" width="200" height="60"></svg></main><script>${script}</script></body></html>`;
}
