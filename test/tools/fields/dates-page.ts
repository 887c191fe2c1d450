/** Date fields as widget libraries build them. Each tells the server what it was set to. */
export const datesPage = `<!doctype html><title>Dates</title><style>
.popup { position: absolute; background: #fff; border: 1px solid; z-index: 1 } td { width: 26px; text-align: center } p { margin: 4px }
</style>
<p><label>Check-in <input id="from" readonly></label></p><p><label>Check-out <input id="to" readonly></label></p>
<p><label>Meeting <input id="meeting" readonly></label></p>
<p><label for="named">Arrival</label> <input id="named" aria-label="Use the arrow keys" readonly></p>
<p><label>Strict <input id="strict" placeholder="MM/DD/YYYY"></label></p>
<p><label>Typed <input id="typed"></label></p><p><label>Dead <input id="dead" readonly></label></p>
<div style="height:260px"></div><div id="inline" style="width:220px"></div>
<script>
const tell = (what) => navigator.sendBeacon('/tell?' + encodeURIComponent(what));
const two = (number) => String(number).padStart(2, '0');
const german = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'];
/** One listener on the box serves all days, which look like plain texts. */
function calendar(box, take, { withTime } = {}) {
  let [year, month] = [2026, 10];
  const draw = () => {
    const days = new Date(year, month + 1, 0).getDate();
    const cells = Array.from({ length: 42 }, (_, at) => at < days ? at + 1 : at - days + 1);
    const rows = [0, 1, 2, 3, 4, 5].map((row) => '<tr>' + cells.slice(row * 7, row * 7 + 7).map((day, at) => '<td data-in="' + (row * 7 + at < days) + '">' + day + '</td>').join('') + '</tr>').join('');
    box.innerHTML = '<div><button type="button" class="zurück">‹</button> <b>' + german[month] + ' ' + year + '</b> <button type="button">›</button></div><table>' + rows + '</table>' +
      (withTime ? '<input type="number" aria-label="Hour" value="12" style="width:40px"><input type="number" aria-label="Minute" value="0" style="width:40px">' : '');
    for (const field of box.querySelectorAll('input')) field.onblur = () => take(undefined, box.querySelectorAll('input'));
  };
  box.addEventListener('mousedown', (event) => { if (event.target.localName !== 'input') event.preventDefault(); });
  box.addEventListener('click', ({ target }) => {
    if (target.localName === 'button') { month += target.textContent === '›' ? 1 : -1; year += Math.floor(month / 12); month = (month + 12) % 12; draw(); }
    if (target.dataset.in === 'true') take(year + '-' + two(month + 1) + '-' + two(target.textContent));
  });
  draw();
}
function popup(field, options = {}) {
  let box;
  const close = () => { box?.remove(); box = undefined; };
  field.addEventListener('click', () => {
    if (box) return;
    box = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'popup' }));
    const { left, bottom } = field.getBoundingClientRect();
    Object.assign(box.style, { left: left + 'px', top: bottom + 2 + 'px' });
    let day = '';
    calendar(box, (date, time) => {
      day = date ?? day;
      field.value = options.withTime ? day + ' ' + (time ? two(time[0].value) + ':' + two(time[1].value) : '12:00') : day;
      tell(field.id + ' ' + field.value);
      if (!options.withTime) close();
    }, options);
  });
  addEventListener('mousedown', ({ target }) => { if (box && target !== field && !box.contains(target)) close(); });
  addEventListener('keydown', ({ key }) => { if (key === 'Escape') close(); });
}
popup(from); popup(to); popup(meeting, { withTime: true }); popup(named);
calendar(inline, (date) => tell('inline ' + date));
strict.oninput = () => { if (/^\\d\\d\\/\\d\\d\\/\\d{4}$/.test(strict.value)) tell('strict ' + strict.value); else strict.value = 'MM/DD/YYYY'; };
let list;
typed.onfocus = () => {
  list = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'popup', style: 'left:300px;top:40px' }));
  calendar(list, () => {});
};
typed.onkeydown = ({ key }) => { if (key === 'Enter') { tell('typed ' + typed.value); list?.remove(); } };
</script>`;
