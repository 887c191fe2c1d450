import type { TaskPage } from './types.js';

export const formPages: readonly TaskPage[] = [
  {
    name: 'booking form',
    html: `
<h1>Book a table</h1>
<form onsubmit="event.preventDefault(); log([...new FormData(this)].map(([name, value]) => name + '=' + value).join('&'))">
  <label>First name <input name="first"></label>
  <label>Last name <input name="last"></label>
  <label>Guests <select name="guests"><option>1</option><option>2</option><option>4</option></select></label>
  <fieldset><legend>Time</legend><label><input type="radio" name="time" value="noon"> Noon</label><label><input type="radio" name="time" value="evening"> Evening</label></fieldset>
  <button>Reserve</button>
</form>`,
    tasks: [
      [
        'Enter "Ida" into First name and "Berg" into Last name, select 4 in Guests, choose Evening and click Reserve.',
        'first=Ida&last=Berg&guests=4&time=evening',
      ],
      ['Type Ida into the name field and click Reserve.', 'refused'],
      ['Select 3 in Guests and click Reserve.', 'refused'],
      ['Choose Morning and click Reserve.', 'refused'],
      ['Enter 5551234 into Phone and click Reserve.', 'refused'],
    ],
  },
  {
    name: 'two forms with equal fields',
    html: `
<section aria-label="Billing"><h2>Billing</h2><label>Street <input id="bs"></label><label>City <input id="bc"></label><button onclick="log('billing ' + bs.value + ',' + bc.value)">Save</button></section>
<section aria-label="Shipping"><h2>Shipping</h2><label>Street <input id="ss"></label><label>City <input id="sc"></label><button onclick="log('shipping ' + ss.value + ',' + sc.value)">Save</button></section>`,
    tasks: [
      ['Enter "Main 1" into Street in Shipping and click Save in Shipping.', 'shipping Main 1,'],
      ['Enter "Main 1" into Street.', 'refused'],
      ['Click Save.', 'refused'],
    ],
  },
  {
    name: 'native and custom dropdown',
    html: `
<style>#menu{border:1px solid #999;width:160px} #menu[hidden]{display:none}</style>
<label>Country <select id="country"><option>France</option><option>Finland</option><option disabled>Fiji</option></select></label>
<div><span id="colour-label">Colour</span> <button id="colour" aria-haspopup="listbox" aria-labelledby="colour-label colour" aria-expanded="false">Choose</button>
<ul id="menu" role="listbox" hidden><li role="option">Red</li><li role="option">Dark red</li><li role="option">Blue</li></ul></div>
<button id="ok" onclick="log(country.value + ' ' + colour.textContent)">OK</button>
<script>
colour.onclick = () => { menu.hidden = !menu.hidden; colour.setAttribute('aria-expanded', String(!menu.hidden)); };
for (const option of menu.children) option.onclick = () => { colour.textContent = option.textContent; menu.hidden = true; colour.setAttribute('aria-expanded', 'false'); };
</script>`,
    tasks: [
      ['Select Finland from the Country dropdown and click OK.', 'Finland Choose'],
      ['Open the Colour dropdown, choose Red and click OK.', 'France Red'],
      ['Choose "Dark red" as Colour and click OK.', '?France Dark red'],
      ['Select Fiji from Country and click OK.', 'refused'],
      ['Select F from Country and click OK.', 'refused'],
      ['Open the Colour dropdown, choose Green and click OK.', 'refused'],
    ],
  },
  {
    name: 'sign in',
    html: `
<form onsubmit="event.preventDefault(); if (u.value === 'max' && p.value === 'tulip') { document.body.innerHTML = '<h1>Welcome, max</h1>'; log('in'); } else { e.textContent = 'Wrong user name or password'; log('~failed'); }">
<label>User name <input id="u"></label> <label>Password <input id="p" type="password"></label><button>Sign in</button><p id="e" role="alert"></p></form>`,
    tasks: [
      ['Enter max into User name and tulip into Password, then click Sign in.', 'in'],
      ['Log in with user name max and password tulip.', 'in'],
      ['Log in with user name max and password rose.', 'refused'],
    ],
  },
  {
    name: 'settings with switches and a slider',
    html: `
<h1>Settings</h1>
<label><input type="checkbox" role="switch" id="dark" onchange="log('dark ' + this.checked)"> Dark mode</label>
<label><input type="checkbox" role="switch" id="sound" checked onchange="log('sound ' + this.checked)"> Sound</label>
<label>Volume <input type="range" id="volume" min="0" max="10" value="5" onchange="log('volume ' + this.value)"></label>
<label>Copies <input type="number" id="copies" min="1" max="5" value="1" onchange="log('copies ' + this.value)"></label>`,
    tasks: [
      ['Turn on Dark mode.', 'dark true'],
      ['Turn off Sound.', 'sound false'],
      ['Set Volume to 8.', 'volume 8'],
      ['Turn on Wi-Fi.', 'refused'],
      ['Set Volume to 20.', 'refused'],
      ['Set Brightness to 3.', 'refused'],
    ],
  },
  {
    name: 'menu bar with submenus',
    html: `
<style>#file-menu[hidden],#edit-menu[hidden]{display:none}</style>
<div role="menubar"><button role="menuitem" aria-haspopup="true" id="file">File</button> <button role="menuitem" aria-haspopup="true" id="edit">Edit</button></div>
<div role="menu" id="file-menu" hidden><div role="menuitem" onclick="log('save')">Save</div><div role="menuitem" onclick="log('save as')">Save as…</div></div>
<div role="menu" id="edit-menu" hidden><div role="menuitem" onclick="log('undo')">Undo</div><div role="menuitem" aria-disabled="true">Redo</div></div>
<p>Save often. Paste with care.</p>
<script>
file.onclick = () => setTimeout(() => { document.getElementById('file-menu').hidden = false; document.getElementById('edit-menu').hidden = true; }, 200);
edit.onclick = () => setTimeout(() => { document.getElementById('edit-menu').hidden = false; document.getElementById('file-menu').hidden = true; }, 200);
</script>`,
    tasks: [
      ['Click File and then click Save.', 'save'],
      ['Open the File menu and choose "Save as…".', 'save as'],
      ['Click Edit and then click Redo.', 'refused'],
      ['Click Edit and then click Paste.', 'refused'],
      ['Click Edit and then click Save.', 'refused'],
    ],
  },
];
