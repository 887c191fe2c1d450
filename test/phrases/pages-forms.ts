import type { PhrasePage } from './types.js';

export const formPages: readonly PhrasePage[] = [
  {
    name: 'address: labels next to each other',
    html: `
<style>p { margin: 24px } input { margin-right: 24px }</style>
<form id="address" onsubmit="return false">
  <p><label for="first">First name</label> <input id="first"> <label for="last">Last name</label> <input id="last"></p>
  <p><label for="street">Street</label> <input id="street"> <label for="street-2">Street line 2</label> <input id="street-2"></p>
  <p><label for="email">Email</label> <input id="email"> <button type="button" id="verify">Verify</button></p>
  <p><label for="phone">Phone</label> <input id="phone"></p>
</form>`,
    phrases: [
      ['the First name field', 'first'],
      ['the Last name field', 'last'],
      ['the name field', 'refused'],
      ['the Street field', 'street'],
      ['the Street line 2 field', 'street-2'],
      ['the line 2 field', 'refused'],
      ['the City field', 'refused'],
      ['the Street button', 'refused'],
      ['the Email checkbox', 'refused'],
      ['Verify', 'verify'],
      ['the button next to Email', 'verify'],
      ['Verify next to Phone', 'refused'],
      ['Verify next to First name', 'refused'],
    ],
  },
  {
    name: 'contact: two radio groups with the same answers',
    html: `
<fieldset id="newsletter"><legend id="legend-newsletter">Newsletter</legend>
  <label><input type="radio" name="newsletter" id="newsletter-yes"> Yes</label> <label><input type="radio" name="newsletter" id="newsletter-no"> No</label>
</fieldset>
<fieldset id="texts"><legend id="legend-texts">Text messages</legend>
  <label><input type="radio" name="texts" id="texts-yes"> Yes</label> <label><input type="radio" name="texts" id="texts-no"> No</label> <label><input type="radio" name="texts" id="texts-maybe"> Maybe later</label>
</fieldset>`,
    phrases: [
      ['Yes', 'refused'],
      ['Yes in Newsletter', 'newsletter-yes'],
      ['No in Text messages', 'texts-no'],
      ['the Yes radio button in Text messages', 'texts-yes'],
      ['the Yes checkbox in Newsletter', 'refused'],
      ['Maybe', 'texts-maybe'],
      ['Maybe later in Newsletter', 'refused'],
      ['Later', 'refused'],
      ['Not', 'refused'],
      ['Newsletter', 'refused'],
      ['Yes in Phone calls', 'refused'],
    ],
  },
  {
    name: 'settings: switches with labels that begin alike',
    html: `
<style>.setting { display: flex; justify-content: space-between; width: 420px; padding: 8px }</style>
<h2 id="heading">Notifications</h2>
<div class="setting"><span id="label-wifi">Wi-Fi</span><button id="wifi" role="switch" aria-checked="true" aria-labelledby="label-wifi">I</button></div>
<div class="setting"><span id="label-calling">Wi-Fi calling</span><button id="calling" role="switch" aria-checked="false" aria-labelledby="label-calling">O</button></div>
<div class="setting"><span id="label-bluetooth">Bluetooth</span><button id="bluetooth" role="switch" aria-checked="false" aria-labelledby="label-bluetooth">O</button></div>
<div class="setting"><span id="label-sounds">Notification sounds</span><button id="sounds" role="switch" aria-checked="false" aria-labelledby="label-sounds">O</button></div>
<div class="setting"><span id="airplane">Airplane mode</span><span>Not available</span></div>`,
    phrases: [
      ['Wi-Fi', 'wifi'],
      ['Wi-Fi calling', 'calling'],
      ['the Bluetooth switch', 'bluetooth'],
      ['the Bluetooth link', 'refused'],
      ['Notifications', 'refused'],
      ['Notification sounds', 'sounds'],
      ['Sounds', 'refused'],
      ['Airplane mode', 'refused'],
      ['Hotspot', 'refused'],
    ],
  },
  {
    name: 'account: sections with the same button',
    html: `
<section id="billing" aria-labelledby="billing-title"><h2 id="billing-title">Billing</h2><p>Card ending in 4242.</p><button id="save-billing">Save</button> <button id="cancel-billing">Cancel</button></section>
<section id="shipping" aria-labelledby="shipping-title"><h2 id="shipping-title">Shipping</h2><p>Same address as Billing. Cancel at any time.</p><button id="save-shipping">Save</button></section>
<section id="security" aria-labelledby="security-title"><h2 id="security-title">Security</h2><p>Save a backup code.</p><button id="change-password">Change password</button></section>`,
    phrases: [
      ['Save', 'refused'],
      ['Save in the Billing section', 'save-billing'],
      ['the Save button in the Shipping section', 'save-shipping'],
      ['Save in the Security section', 'refused'],
      ['Save in the Payments section', 'refused'],
      ['Cancel', 'cancel-billing'],
      ['Cancel in the Shipping section', 'refused'],
      ['Change', 'change-password'],
      ['Password', 'refused'],
      ['the Billing button', 'refused'],
      ['the first Save button', 'save-billing'],
      ['SAVE in the billing section', 'save-billing'],
    ],
  },
  {
    name: 'profile: headings without wrappers',
    html: `
<h2 id="profile">Profile</h2><p id="profile-text">Update your name.</p><input id="name" aria-label="Display name"><button id="update-profile">Update</button>
<h2 id="avatar">Avatar</h2><p id="avatar-text">Update or remove the picture.</p><button id="upload">Upload</button>
<h2 id="alerts">Alerts</h2><p id="alerts-text">Alerts are sent daily.</p><button id="update-alerts">Update</button>`,
    phrases: [
      ['Update', 'refused'],
      ['Update in the Profile section', 'update-profile'],
      ['Update in the Alerts section', 'update-alerts'],
      ['Update in the Avatar section', 'refused'],
      ['Upload', 'upload'],
      ['Upload in the Profile section', 'refused'],
      ['Up', 'refused'],
      ['the last Update button', 'update-alerts'],
    ],
  },
  {
    name: 'consent: checkboxes, and a link inside a label',
    html: `
<p><label><input type="checkbox" id="sale"> I accept the terms of sale</label></p>
<p><label><input type="checkbox" id="privacy"> I accept the <a href="#privacy-policy" id="privacy-link">privacy policy</a></label></p>
<p><label><input type="checkbox" id="offers" checked> Send me offers</label></p>`,
    phrases: [
      ['the checked checkbox', 'offers'],
      ['the unchecked checkbox', 'refused'],
      ['I accept', 'refused'],
      ['I accept the terms of sale', 'sale'],
      ['Privacy policy', 'privacy-link'],
      ['the terms of sale checkbox', 'refused'],
      ['the unchecked Send me offers checkbox', 'refused'],
      ['the Send me offers checkbox', 'offers'],
      ['Offers', 'refused'],
      ['the terms of sale link', 'refused'],
    ],
  },
  {
    name: 'editor: the exact button is disabled',
    html: `
<h1 id="title">Save your draft</h1>
<button id="save" disabled>Save</button> <button id="save-draft">Save draft</button> <button id="discard">Discard changes</button>
<p id="hint">Submit opens when all fields are complete.</p>`,
    phrases: [
      ['Save', 'refused'],
      ['the disabled Save button', 'refused'],
      ['Save draft', 'save-draft'],
      ['Discard', 'discard'],
      ['Changes', 'refused'],
      ['Submit', 'refused'],
      ['Save your draft', 'refused'],
    ],
  },
  {
    name: 'guests: plus and minus in named groups',
    html: `
<style>[role=group] { padding: 12px }</style>
<div id="adults" role="group" aria-labelledby="label-adults"><span id="label-adults">Adults</span> <button id="adults-minus">-</button> 2 <button id="adults-plus">+</button></div>
<div id="children" role="group" aria-labelledby="label-children"><span id="label-children">Children</span> <button id="children-minus" disabled>-</button> 0 <button id="children-plus">+</button></div>
<div id="pets" role="group" aria-labelledby="label-pets"><span id="label-pets">Pets</span> not allowed</div>`,
    phrases: [
      ['+ in Adults', 'adults-plus'],
      ['- in Adults', 'adults-minus'],
      ['- in Children', 'refused'],
      ['+ in Children', 'children-plus'],
      ['+ in Pets', 'refused'],
      ['+', 'refused'],
      ['Adults', 'refused'],
    ],
  },
  {
    name: 'sign in: names with a preposition',
    html: `
<h1 id="title">Log in to Acme</h1>
<form id="login" onsubmit="return false">
  <p><label for="password">Password</label> <input id="password" type="password"> <button type="button" id="show">Show password</button></p>
  <button type="button" id="sign-in">Sign in</button>
  <button type="button" id="google">Sign in with Google</button>
  <button type="button" id="github">Sign in with GitHub</button>
</form>
<a href="#up" id="sign-up">Sign up</a> <a href="#forgot" id="forgot">Forgot password?</a>`,
    phrases: [
      ['Sign in', 'sign-in'],
      ['Sign in with Google', 'google'],
      ['Sign in with', 'refused'],
      ['Sign in with Apple', 'refused'],
      ['Log in', 'refused'],
      ['Google', 'refused'],
      ['the Sign up link', 'sign-up'],
      ['the Sign up button', 'refused'],
      ['Forgot password', 'forgot'],
      ['the Password field', 'password'],
      ['the Password button', 'refused'],
      ['Show', 'show'],
    ],
  },
  {
    name: 'document: a name that contains in',
    html: `
<div id="actions"><button id="save">Save</button> <button id="save-cloud">Save in cloud</button> <button id="save-cloud-close">Save in cloud and close</button></div>
<p id="hint">Save and close keeps a local copy.</p>`,
    phrases: [
      ['Save', 'save'],
      ['Save in cloud', 'save-cloud'],
      ['Save in cloud and close', 'save-cloud-close'],
      ['Save in Dropbox', 'refused'],
      ['Save and close', 'refused'],
      ['Close', 'refused'],
    ],
  },
  {
    name: 'keys: a text field contains the name of an item',
    html: `<div role="dialog" aria-label="Add key"><label>Key <input id="key" value="tags"></label><button id="save">Save</button></div>
<ul><li><a href="#" id="city">city</a></li></ul><label>Colour <select id="colour"><option>teal</option></select></label>`,
    phrases: [
      ['tags', 'refused'],
      ['city', 'city'],
      ['Key', 'key'],
      ['teal', 'colour'],
    ],
  },
];
