import { type Served, servePages } from '../../support/serve.js';

/** Fields that a page draws itself, as pages do; it tells the server of everything that is chosen. */
const page = `<!doctype html><title>Fields</title><style>ul, .list { position: absolute; background: #fff; margin: 0; z-index: 1 } .box { border: 1px solid; width: 200px }</style>
<p id="country-label">Country</p>
<div id="country" class="box" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="countries" aria-labelledby="country-label">Select one</div>
<div id="countries" role="listbox" class="list" hidden style="height:60px;overflow:auto"></div>
<p id="row-label">Row</p>
<div id="row" class="box" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="rows" aria-labelledby="row-label">None</div>
<div id="rows" role="listbox" class="list" hidden style="height:100px;width:200px;overflow:auto"><div id="all-rows" style="height:2400px;position:relative"></div></div>
<p id="colour-label">Colour</p>
<button id="colour" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="colour-label colour">Any</button><div id="colours"></div>
<p><button id="order" aria-haspopup="menu" aria-expanded="false">Order</button></p><div id="orders"></div>
<p><label>City <input id="city" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="cities" autocomplete="off"></label></p><ul id="cities" role="listbox" hidden></ul>
<p><input id="seek" role="combobox" aria-label="Search the shop" aria-expanded="false" autocomplete="off"></p><div id="sought"></div>
<div id="fruit-box"><span id="fruit">Any</span> <input id="fruit-field" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-label="Fruit" style="width:4px"><div id="fruits"></div></div>
<fieldset><legend>Kind of membership *</legend><label><input type="radio" name="kind"> Junior</label> <label><input type="radio" name="kind"> Family (up to five)</label></fieldset>
<div role="radiogroup" aria-labelledby="plan-label"><h3 id="plan-label">Plan</h3><span role="radio" tabindex="0" aria-checked="true">Free</span> <span role="radio" tabindex="0" aria-checked="false">Paid</span></div>
<div role="group" aria-label="Toppings"><label><input type="checkbox" name="ham"> Ham</label> <label><input type="checkbox" name="corn"> Corn</label> <label><input type="checkbox" name="egg" checked> Egg</label></div>
<p><button id="styled">Add a document</button> <button>Idle</button></p><input id="file" type="file" hidden>
<p><button id="export">Export</button> <a href="/shown.txt" target="_blank">Open the list</a></p>
<script>
const tell = (what) => navigator.sendBeacon('/tell?' + encodeURIComponent(what));
const opening = (box, draw) => {
  const open = (yes) => { box.ariaExpanded = String(yes); draw(yes); };
  box.addEventListener('click', () => open(box.ariaExpanded !== 'true'));
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && box.ariaExpanded === 'true') { tell('closed ' + box.id); open(false); } });
  return (name, shown = box) => { if (shown) shown.textContent = name; tell(box.id + ' ' + name); open(false); };
};
const options = (names, role = 'option', chosen) => names.map((name) => '<div role="' + role + '"' + (chosen ? ' aria-checked="' + (name === chosen) + '"' : '') + '>' + name + '</div>').join('');
countries.innerHTML = options(['Austria', 'Chad', 'Guinea', 'Guinea-Bissau', 'Niger', 'Nigeria', 'Portugal', 'Togo']);
const takeCountry = opening(country, (yes) => { countries.hidden = !yes; });
countries.onclick = ({ target }) => takeCountry(target.textContent);
const drawRows = () => { const first = Math.floor(rows.scrollTop / 24); document.querySelector('#all-rows').innerHTML = Array.from({ length: 6 }, (_, at) => first + at).filter((at) => at < 100).map((at) => '<div role="option" style="position:absolute;height:24px;top:' + at * 24 + 'px">Row ' + at + '</div>').join(''); };
const takeRow = opening(row, (yes) => { rows.hidden = !yes; drawRows(); });
rows.onscroll = drawRows;
rows.onclick = ({ target }) => takeRow(target.textContent);
const takeColour = opening(colour, (yes) => { colours.innerHTML = yes ? '<div role="listbox" class="list">' + options(['Red', 'Dark red', 'Blue']) + '</div>' : ''; });
colours.onclick = ({ target }) => takeColour(target.textContent);
let chosen = 'Newest';
const takeOrder = opening(order, (yes) => { orders.innerHTML = yes ? '<div role="menu" class="list">' + options(['Newest', 'Oldest'], 'menuitemradio', chosen) + '</div>' : ''; });
orders.onclick = ({ target }) => { chosen = target.textContent; takeOrder(chosen, null); };
let later;
city.oninput = () => { clearTimeout(later); later = setTimeout(async () => {
  const names = await (await fetch('/cities?' + city.value)).json();
  cities.innerHTML = options(names); cities.hidden = names.length === 0; city.ariaExpanded = String(names.length > 0);
}, 150); };
const closeCities = () => { cities.hidden = true; city.ariaExpanded = 'false'; };
city.onkeydown = ({ key }) => { if (key === 'Escape') closeCities(); };
cities.onmousedown = (event) => { event.preventDefault(); city.value = event.target.textContent; tell('city ' + city.value); closeCities(); };
seek.oninput = () => { sought.innerHTML = '<div role="listbox" class="list">' + options([seek.value, seek.value + 's']) + '</div>'; seek.ariaExpanded = 'true'; };
sought.onmousedown = () => tell('searched');
const fruitField = document.querySelector('#fruit-field');
const drawFruits = (yes) => { fruitField.ariaExpanded = String(yes); fruits.innerHTML = yes ? '<div role="listbox" class="list">' + options(['Apple', 'Pear', 'Plum'].filter((name) => name.startsWith(fruitField.value))) + '</div>' : ''; };
fruitField.onclick = fruitField.oninput = () => drawFruits(true);
fruits.onmousedown = (event) => { event.preventDefault(); fruit.textContent = event.target.textContent; fruitField.value = ''; tell('fruit ' + fruit.textContent); drawFruits(false); };
for (const radio of document.querySelectorAll('[role=radio]')) radio.onclick = () => { for (const one of document.querySelectorAll('[role=radio]')) one.ariaChecked = String(one === radio); tell('plan ' + radio.textContent); };
document.addEventListener('change', ({ target }) => { if (target.labels?.length) tell(target.labels[0].textContent.trim() + ' ' + target.checked); });
styled.onclick = () => file.click();
file.onchange = () => tell('file ' + file.files[0].name);
document.querySelector('#export').onclick = () => { if (confirm('Really export 46 people?')) location.href = '/people.csv'; };
</script>`;

const cities = ['Lima', 'Lisbon', 'Livorno', 'London'];

export interface FieldsPage extends Served {
  /** What the page told since the last time it was asked. */
  told(): string[];
}

export async function openFieldsPage(): Promise<FieldsPage> {
  const served = await servePages({
    '/': page,
    '/cities': ({ url = '' }, response) => {
      const words = decodeURIComponent(url.split('?')[1] ?? '').toLowerCase();
      response.end(JSON.stringify(cities.filter((city) => words !== '' && city.toLowerCase().startsWith(words))));
    },
    '/people.csv': (_, response) => {
      response.setHeader('content-disposition', 'attachment; filename=people.csv');
      response.end('Ada\n');
    },
    '/shown.txt': (_, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end('Ada, Bo');
    },
  });
  const told = () => {
    const lines = served.log.splice(0).filter((line) => line.includes('/tell?'));
    return lines.map((line) => decodeURIComponent(line.split('?')[1] ?? ''));
  };
  return { ...served, told };
}
