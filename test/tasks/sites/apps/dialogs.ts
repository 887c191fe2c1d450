import { page, type Site } from '../../site.js';

const body = `
<h1>Projects</h1>
<ul class="p"><li><b>Apollo</b> <button onclick="removeNative('Apollo')">Delete Apollo</button></li>
<li><b>Gemini</b> <button onclick="openModal('Gemini')">Archive Gemini</button></li>
<li><b>Mercury</b> <button onclick="renameIt('Mercury')">Rename Mercury</button></li></ul>
<p><button onclick="document.getElementById('share').showModal()">Share…</button> <button onclick="alert('You are on the free plan.'); log('informed')">Plan info</button></p>
<p id="state">Nothing happened yet.</p>
<div class="back" id="modal" hidden><div class="box" role="dialog" aria-modal="true" aria-labelledby="mt">
  <h2 id="mt">Archive project?</h2><p>Please tell us why:</p>
  <select aria-label="Reason"><option>Finished</option><option>Duplicate</option><option>Out of budget</option></select>
  <label><input type="checkbox"> Notify the team</label>
  <div><button class="no">Cancel</button> <button class="yes">Archive</button> <button class="x" aria-label="Close">×</button></div></div></div>
<dialog id="share"><form method="dialog"><h2>Share this workspace</h2><p><label>Invite by e-mail <input name="who"></label></p>
  <p><label><input type="radio" name="role" value="viewer" checked> Viewer</label> <label><input type="radio" name="role" value="editor"> Editor</label></p>
  <button value="cancel">Cancel</button> <button value="send">Send invitation</button></form></dialog>`;

const script = `
  const say = (text) => { document.getElementById('state').textContent = text; };
  const modal = document.getElementById('modal'), share = document.getElementById('share');
  function removeNative(name) { const yes = confirm('Delete ' + name + ' for good?'); log('confirm', [name, yes]); say(yes ? name + ' was deleted.' : name + ' was kept.'); }
  function renameIt(name) { const to = prompt('New name for ' + name + '?', name); log('prompt', to); say(to ? name + ' is now ' + to + '.' : 'Not renamed.'); }
  function openModal(name) { modal.hidden = false; modal.dataset.name = name; log('asked', name); }
  modal.querySelector('.yes').onclick = () => { log('archived', [modal.querySelector('select').value, modal.querySelector('input').checked]); modal.hidden = true; say(modal.dataset.name + ' was archived.'); };
  modal.querySelector('.no').onclick = () => { log('cancel'); modal.hidden = true; };
  modal.querySelector('.x').onclick = () => { log('closed'); modal.hidden = true; };
  share.addEventListener('close', () => { const f = share.querySelector('form'); log('share', [share.returnValue, f.who.value, f.role.value]); if (share.returnValue === 'send') say('Invited ' + f.who.value + '.'); });`;

/** Native confirm, prompt and alert; a modal of divs; a dialog element. */
export const dialogs: Site = {
  name: 'dialogs',
  pages: {
    '': page({
      title: 'Projects',
      style: `.back { position: fixed; inset: 0; background: #0008 } .back[hidden] { display: none }
        .box { background: #fff; width: 360px; margin: 120px auto; padding: 20px; position: relative } .x { position: absolute; top: 8px; right: 8px }`,
      body,
      script,
    }),
  },
};
