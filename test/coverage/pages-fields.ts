import { type CoveragePage, repeat } from './types.js';

export const fieldPages: readonly CoveragePage[] = [
  {
    name: 'fields whose labels are only beside them',
    html: `<div>First name <input onclick="press('first')"></div><div><span>Last name:</span> <input onclick="press('last')"></div><p>Comment</p><textarea onclick="press('comment')"></textarea>`,
    targets: 'first last comment',
    shows: { first: /"First name"\?/, last: /"Last name"\?/, comment: /"Comment"\?/ },
  },
  {
    name: 'form laid out as a table',
    html: `<table><tr><td>Street</td><td><input onclick="press('street')"></td></tr><tr><td>Town</td><td><input onclick="press('town')"></td></tr><tr><td>Country</td><td><select onclick="press('country')"><option>Chile<option>Peru</select></td></tr></table>`,
    targets: 'street town country',
    shows: { street: /"Street"\?/, town: /"Town"\?/, country: /"Country"\?/ },
  },
  {
    name: 'table with fields below headers',
    html: `<table><tr><th>Item</th><th>Amount</th><th>Price</th></tr>${repeat(2, (i) => `<tr><td>${['Tea', 'Salt'][i]}</td><td><input size="4" onclick="press('amount${i}')"></td><td><input size="6" onclick="press('price${i}')"></td></tr>`)}</table>`,
    targets: 'amount0 price0 amount1 price1',
    shows: { amount0: /"Amount"\?|"Tea Amount"\?/, price1: /Price.*\?/ },
  },
  {
    name: 'fields in shadow roots with labels outside',
    html: `<script>customElements.define('x-field', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<div><slot></slot></div><input>'; root.querySelector('input').addEventListener('click', () => press(this.id)); } });</script><x-field id="mail">E-mail</x-field><x-field id="phone">Phone</x-field>`,
    targets: 'mail phone',
    shows: { mail: /"E-mail"\?/, phone: /"Phone"\?/ },
  },
  {
    name: 'check boxes and radio buttons with text beside them',
    html: `<div><input type="checkbox" onclick="press('news')"> Send news</div><div><input type="radio" name="r" onclick="press('yes')"> Yes <input type="radio" name="r" onclick="press('no')"> No</div>`,
    targets: 'news yes no',
    shows: { news: /"Send news"\?/, yes: /"Yes"\?/, no: /"No"\?/ },
  },
  {
    name: 'fields that only have a name or an id',
    html: `<input name="user_email" onclick="press('mail')"><br><input id="txtZipCode" onclick="press('zip')"><br><div contenteditable style="width:200px;height:40px;border:1px solid" id="noteBody" onclick="press('note')"></div>`,
    targets: 'mail zip note',
    shows: { mail: /"user email"\?/, zip: /"zip code"\?/, note: /"note body"\?/ },
  },
  {
    name: 'steppers around a number',
    html: `<style>.step { display: inline-block; width: 24px; height: 24px; background: #ddd }</style><div>Adults <span class="step minus" onclick="press('less')"></span> <b>2</b> <span class="step plus" onclick="press('more')"></span></div>`,
    targets: 'less more',
    shows: { less: /"minus"\?/, more: /"plus"\?/ },
  },
];
