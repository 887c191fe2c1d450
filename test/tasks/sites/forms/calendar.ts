import { page, type Site } from '../../site.js';

const body = `
<h1>Book an appointment</h1>
<div class="field"><label for="nd">Preferred date</label> <input type="date" id="nd"></div>
<div class="field"><label for="nt">Time</label> <input type="time" id="nt"></div>
<div class="field"><span class="cap">Follow-up visit</span> <input id="cd" readonly placeholder="Pick a day"><div id="cal" hidden>
  <div class="top"><span class="prev" title="Previous month">‹</span><span id="mon"></span><span class="next" title="Next month">›</span></div><table><tbody></tbody></table></div></div>
<div class="field"><label for="doc">Doctor</label> <select id="doc"><option>No preference</option><option>Dr. Adeyemi</option><option>Dr. Brandt</option></select></div>
<button id="go">Request appointment</button><p id="out"></p>`;

const script = `
  const months = ['January','February','March','April','May','June','July','August','September','October','November','December'];
  let year = 2024, month = 4; const by = (id) => document.getElementById(id);
  function draw() {
    by('mon').textContent = months[month] + ' ' + year;
    const first = (new Date(year, month, 1).getDay() + 6) % 7, days = new Date(year, month + 1, 0).getDate(); let html = '<tr><th>Mo</th><th>Tu</th><th>We</th><th>Th</th><th>Fr</th><th>Sa</th><th>Su</th></tr><tr>';
    for (let i = 0; i < first; i++) html += '<td></td>';
    for (let d = 1; d <= days; d++) html += '<td class="day">' + d + '</td>' + ((first + d) % 7 === 0 ? '</tr><tr>' : '');
    document.querySelector('#cal tbody').innerHTML = html + '</tr>';
  }
  by('cd').onclick = () => { by('cal').hidden = false; draw(); };
  document.querySelector('.prev').onclick = () => { month -= 1; if (month < 0) { month = 11; year -= 1; } draw(); };
  document.querySelector('.next').onclick = () => { month += 1; if (month > 11) { month = 0; year += 1; } draw(); };
  document.querySelector('#cal').addEventListener('click', (e) => { if (!e.target.classList.contains('day')) return;
    by('cd').value = e.target.textContent + ' ' + months[month] + ' ' + year; by('cal').hidden = true; log('picked', by('cd').value); });
  by('go').onclick = () => { log('appointment', { date: by('nd').value, time: by('nt').value, followUp: by('cd').value, doctor: by('doc').value }); by('out').textContent = 'Your request was received.'; };`;

/** A native date and time, and a calendar with month buttons. */
export const calendar: Site = {
  name: 'calendar',
  pages: {
    '': page({
      title: 'Appointments',
      style: `.field { margin: 10px 0; position: relative } #cal { border: 1px solid #999; width: 240px; background: #fff; padding: 6px } .day { cursor: pointer; padding: 4px 7px; text-align: center }
        .top { display: flex; justify-content: space-between } .prev, .next { cursor: pointer; padding: 0 10px }`,
      body,
      script,
    }),
  },
};
