import type { Site } from '../../site.js';
import { miniPage } from './page.js';

const submitText = `$('button').onclick = () => log('submit', $$('input').map((i) => i.value));`;
const spinner = `let v = 0; $('#up').onclick = () => { v += 1; $('#v').value = v; }; $('#down').onclick = () => { v -= 1; $('#v').value = v; }; $('button.s').onclick = () => log('submit', Number($('#v').value));`;
const drawnSlider = `let v = 0; const knob = $('#knob'), bar = $('#bar');
  function set(n) { v = Math.max(0, Math.min(20, n)); knob.style.left = v * 8 + 'px'; knob.setAttribute('aria-valuenow', v); $('#val').textContent = v; }
  let held = false; knob.onmousedown = () => { held = true; }; document.onmousemove = (e) => { if (held) set(Math.round((e.clientX - bar.getBoundingClientRect().left - 8) / 8)); }; document.onmouseup = () => { held = false; };
  knob.onkeydown = (e) => { if (e.key === 'ArrowRight') set(v + 1); if (e.key === 'ArrowLeft') set(v - 1); }; $('button').onclick = () => log('submit', v); set(0);`;
const datepicker = `const months = ['January','February','March','April','May','June','July','August','September','October','November','December']; let m = 11; const y = 2016;
  function draw() { const first = new Date(y, m, 1).getDay(), days = new Date(y, m + 1, 0).getDate(); let h = '<div><a class="pv" title="Prev"><span>Prev</span></a> <span>' + months[m] + '</span> <span>' + y + '</span> <a class="nx" title="Next"><span>Next</span></a></div><table><tr>'; for (let i = 0; i < first; i++) h += '<td></td>'; for (let d = 1; d <= days; d++) h += '<td><a href="#">' + d + '</a></td>' + ((first + d) % 7 === 0 ? '</tr><tr>' : ''); $('#dp').innerHTML = h + '</tr></table>';
    $('.pv').onclick = () => { if (m > 0) m -= 1; draw(); }; $('.nx').onclick = () => { if (m < 11) m += 1; draw(); }; $$('#dp td a').forEach((a) => { a.onclick = (e) => { e.preventDefault(); $('#d').value = String(m + 1).padStart(2, '0') + '/' + a.textContent.padStart(2, '0') + '/' + y; $('#dp').innerHTML = ''; }; }); }
  $('#d').onclick = draw; $('button').onclick = () => log('submit', $('#d').value);`;
const complete = `const words = ['Canada', 'Cameroon', 'Cambodia', 'Chile', 'China', 'Cuba', 'Cyprus']; $('input').oninput = () => { const w = $('input').value.toLowerCase(); $('#l').innerHTML = w ? words.filter((o) => o.toLowerCase().startsWith(w)).map((o) => '<li>' + o + '</li>').join('') : ''; $$('#l li').forEach((li) => { li.onclick = () => { $('input').value = li.textContent; $('#l').innerHTML = ''; }; }); }; $('button').onclick = () => log('submit', $('input').value);`;

/** Fields to fill in, set and choose. */
export const miniEnter: Site = {
  name: 'mini-enter',
  pages: {
    text: miniPage(
      'Enter "Solveig" into the text field and press Submit.',
      '<input type="text"><button>Submit</button>',
      submitText,
    ),
    password: miniPage(
      'Enter the password "mX4t" into both text fields and press submit.',
      '<p>Password <input type="password"></p><p>Verify password <input type="password"></p><button>Submit</button>',
      submitText,
    ),
    login: miniPage(
      'Enter the username "tomas" and the password "9Kp" into the text fields and press login.',
      '<p><label>Username</label><input type="text"></p><p><label>Password</label><input type="password"></p><button>Login</button>',
      submitText,
    ),
    time: miniPage(
      'Enter 4:25 PM as the time and press submit.',
      '<input type="time"><button>Submit</button>',
      submitText,
    ),
    date: miniPage(
      'Enter 07/19/2021 as the date and hit submit.',
      '<input type="date"><button>Submit</button>',
      submitText,
    ),
    'choose-date': miniPage(
      'Select 10/07/2016 as the date and hit submit.',
      '<p>Date: <input type="text" id="d" readonly></p><div id="dp"></div><button>Submit</button><style>#dp a { cursor: pointer; padding: 0 3px } #dp td { padding: 0 2px }</style>',
      datepicker,
    ),
    autocomplete: miniPage(
      'Enter an item that starts with "Cam" and ends with "dia".',
      '<label for="w">Tags: </label><input id="w" type="text"><ul id="l" style="padding:0;list-style:none"></ul><button>Submit</button><style>li { cursor: pointer }</style>',
      complete,
    ),
    slider: miniPage(
      'Select 13 with the slider and hit Submit.',
      '<div id="bar" style="position:relative;width:176px;height:16px;background:#ddd"><span id="knob" role="slider" tabindex="0" aria-valuemin="0" aria-valuemax="20" aria-label="Value" style="position:absolute;width:16px;height:16px;background:#66c"></span></div><p id="val">0</p><button>Submit</button>',
      drawnSlider,
    ),
    range: miniPage(
      'Set the slider to 64 and click Submit.',
      '<input type="range" min="0" max="100" value="10"><button>Submit</button>',
      submitText,
    ),
    spinner: miniPage(
      'Select -4 with the spinner and hit Submit.',
      '<input id="v" value="0"><a id="up" role="button" title="Up" style="cursor:pointer">▲</a><a id="down" role="button" title="Down" style="cursor:pointer">▼</a><br><button class="s">Submit</button>',
      spinner,
    ),
    form: miniPage(
      'Enter the matching value for each label.',
      '<div><b>Last Name</b> <input></div><div><b>City</b> <input></div><div><b>Zip</b> <input></div><button>Submit</button>',
      submitText,
    ),
    copy: miniPage(
      'Copy the text in the textarea below, paste it into the textbox and press Submit.',
      '<textarea rows="4">Velit sed ullamcorper morbi.</textarea><input type="text"><button>Submit</button>',
      `$('button').onclick = () => log('submit', [$('input').value]);`,
    ),
    scroll: miniPage(
      'Find the last word in the text area, enter it into the text field and hit Submit.',
      `<textarea rows="3">${'Lorem ipsum dolor sit amet consectetur. '.repeat(12)}Finally zephyr.</textarea><input type="text"><button>Submit</button>`,
      `$('button').onclick = () => log('submit', [$('input').value]);`,
    ),
    word: miniPage(
      'Find the 4th word in the paragraph, type that into the textbox and press "Submit".',
      '<p id="para">Bright amber lanterns drift slowly above quiet canals.</p><input type="text"><button>Submit</button>',
      submitText,
    ),
    table: miniPage(
      'Enter the value of Colour into the text field and press Submit.',
      '<table border="1"><tr><td>Year</td><td>1988</td></tr><tr><td>Colour</td><td>teal</td></tr><tr><td>Country</td><td>Peru</td></tr></table><input type="text"><button>Submit</button>',
      submitText,
    ),
    count: miniPage(
      'How many red squares are there?',
      `${'<span class="sq" role="img" aria-label="red square"></span>'.repeat(4)}${'<span class="sq" role="img" aria-label="blue square"></span>'.repeat(3)}<p><button>3</button><button>4</button><button>7</button></p><style>.sq { display: inline-block; width: 14px; height: 14px; margin: 3px } [aria-label^=red] { background: red } [aria-label^=blue] { background: blue }</style>`,
      `$$('button').forEach((b) => { b.onclick = () => log('answer', b.textContent); });`,
    ),
  },
};
