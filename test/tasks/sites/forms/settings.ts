import { page, type Site } from '../../site.js';

const body = `
<h1>Settings</h1>
<section><h2>Notifications</h2>
  <div class="line"><span id="n1">Email notifications</span><button role="switch" aria-checked="true" aria-labelledby="n1" class="sw"></button></div>
  <div class="line"><span id="n2">Push notifications</span><button role="switch" aria-checked="false" aria-labelledby="n2" class="sw"></button></div>
  <div class="line"><span id="n3">Weekly summary</span><button role="switch" aria-checked="false" aria-labelledby="n3" class="sw"></button></div>
</section>
<section><h2>Appearance</h2>
  <div role="radiogroup" aria-label="Theme">
    <label><input type="radio" name="theme" value="light" checked>Light</label>
    <label><input type="radio" name="theme" value="dark">Dark</label>
    <label><input type="radio" name="theme" value="system">Match system</label></div>
  <p><label>Font size <input type="number" id="size" min="8" max="32" value="14"></label></p>
  <p><label for="vol">Volume</label> <input id="vol" type="range" min="0" max="100" value="30"> <output id="volOut">30</output></p>
  <p><label for="lang">Language</label> <select id="lang"><option>English</option><option>Deutsch</option><option>Français</option><option>日本語</option></select></p>
</section>
<section><h2>Privacy</h2>
  <p><input type="checkbox" id="p1"><label for="p1">Share usage data</label></p>
  <p><input type="checkbox" id="p2" checked><label for="p2">Show my online status</label></p>
  <p><input type="checkbox" id="p3"><label for="p3">Allow search engines to find me</label></p>
  <p><input type="checkbox" id="p4" disabled><label for="p4">Beta features</label></p>
</section>
<button id="save">Save changes</button> <button id="cancel">Cancel</button> <span id="status" role="status"></span>`;

const script = `
  for (const sw of document.querySelectorAll('.sw')) sw.onclick = () => sw.setAttribute('aria-checked', String(sw.getAttribute('aria-checked') !== 'true'));
  const by = (id) => document.getElementById(id);
  by('vol').oninput = () => { by('volOut').textContent = by('vol').value; };
  by('cancel').onclick = () => { log('cancelled'); by('status').textContent = 'Nothing was saved.'; };
  by('save').onclick = () => {
    const switches = [...document.querySelectorAll('.sw')].map((sw) => sw.getAttribute('aria-checked') === 'true');
    log('saved', {
      email: switches[0], push: switches[1], weekly: switches[2], theme: document.querySelector('[name=theme]:checked').value,
      size: Number(by('size').value), volume: Number(by('vol').value), language: by('lang').value,
      usage: by('p1').checked, online: by('p2').checked, search: by('p3').checked,
    });
    by('status').textContent = 'Your settings were saved.';
  };`;

/** Switches, radios, a slider, a number and checkboxes. */
export const settings: Site = {
  name: 'settings',
  pages: {
    '': page({
      title: 'Settings',
      style: `.line { display: flex; width: 300px; justify-content: space-between; margin: 6px 0 }
        .sw { width: 40px; height: 20px; border-radius: 10px; border: 0; background: #bbb } .sw[aria-checked=true] { background: #2a6 }`,
      body,
      script,
    }),
  },
};
