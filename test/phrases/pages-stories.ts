import type { PhrasePage } from './types.js';

const controls = (prefix: string): string =>
  `<button id=${prefix}m aria-label="more" title="More actions">v</button><button id=${prefix}e aria-label="edit" title="Edit">/</button><button id=${prefix}c aria-label="close" title="Close">x</button>`;

const story = (prefix: string, title: string, text: string): string =>
  `<div class=frame><div class=head><div class=bar><span class=ctl>${controls(prefix)}</span><span><h2 class=t>${title}</h2></span></div></div><div class=body>${text}</div></div>`;

const storyStyle = `<style>.frame{border:1px solid #ccc;margin:9px;padding:12px;width:520px}.ctl{float:right}h2{margin:0}</style>`;

const inline = (id: string, title: string): string =>
  `<button id=${id}>Edit</button><h2>${title}</h2><p>Something about it.</p>`;

/** Pages on which the controls of a part come before its heading, and names that begin with an article. */
export const storyPages: readonly PhrasePage[] = [
  {
    name: 'controls before the headings of framed parts',
    html: `${storyStyle}<main>${story('a', 'Task Call Anna', 'Call before noon.')}${story('b', 'Task Order toner', 'The printer is empty.')}${story('d', 'Recipe', 'Flour and water.')}</main>`,
    phrases: [
      ['edit in Task Order toner', 'be'],
      ['Edit in Task Call Anna', 'ae'],
      ['close in Recipe', 'dc'],
      ['more in Task Order toner', 'bm'],
      ['edit next to Recipe', '?de'],
      ['edit in the Order toner', '?be'],
      ['edit in Task Order paper', 'refused'],
      ['edit', 'refused'],
      ['edit in Flour and water', '?de'],
    ],
  },
  {
    name: 'controls before the headings of parts without a frame',
    html: `<main>${inline('a', 'Alpha')}${inline('b', 'Beta')}${inline('c', 'Gamma')}</main>`,
    phrases: [
      ['Edit in Beta', '?b'],
      ['Edit in Alpha', '?a'],
      ['Edit in Gamma', '?c'],
      ['Edit above Beta', '?b'],
      ['Edit in Delta', 'refused'],
    ],
  },
  {
    name: 'controls in the line of a heading, in front of it',
    html: `<style>.l{display:flex;gap:8px;align-items:center}h2{margin:0}</style><main>${['One', 'Two', 'Three'].map((title, index) => `<div class=l><button id=e${index}>Edit</button><h2>${title}</h2></div><p>Text of the section.</p>`).join('')}</main>`,
    phrases: [
      ['Edit in Two', 'e1'],
      ['Edit in One', 'e0'],
      ['Edit next to Three', 'e2'],
      ['Edit in Four', 'refused'],
    ],
  },
  {
    name: 'controls in the line of a heading, without a box of their own',
    html: `<style>h2{display:inline}</style><main>${['One', 'Two', 'Three'].map((title, index) => `<button id=e${index}>Edit</button> <h2>${title}</h2><p>Text of the section.</p>`).join('')}</main>`,
    phrases: [
      ['Edit in Two', '?e1'],
      ['Edit in One', '?e0'],
      ['Edit next to Three', '?e2'],
    ],
  },
  {
    name: 'words typed into a combo box whose list is open',
    html: `<label for=cb>Airport</label><input id=cb role=combobox aria-expanded=true aria-controls=lb value=Eureka><ul id=lb role=listbox>${['Eureka, NV (EUE)', 'Eureka, CA (EKA)'].map((name, index) => `<li role=option id=o${index} tabindex=-1 onclick="1">${name}</li>`).join('')}</ul><button id=go>Search</button>`,
    phrases: [
      ['Eureka', 'refused'],
      ['Eureka, NV (EUE)', 'o0'],
      ['Eureka, CA (EKA)', 'o1'],
      ['Eureka, TX', 'refused'],
      ['Airport', 'cb'],
      ['Search', 'go'],
    ],
  },
  {
    name: 'words typed into a combo box whose list is closed',
    html: `<label for=cb>Airport</label><input id=cb role=combobox aria-expanded=false value=Eureka><p>Eureka is a town.</p><button id=go>Search</button>`,
    phrases: [
      ['Eureka', '?cb'],
      ['Airport', 'cb'],
      ['the Airport field', 'cb'],
    ],
  },
  {
    name: 'names that begin with an article',
    html: `<nav><a href="#s" id=s>static page</a> <a href="#h" id=h>Home</a> <a href="#r" id=r>the record</a></nav><main><h1>Posts</h1><p>A static page</p><ul><li>A dynamic page <a href="#d" id=d>Open</a></li></ul></main>`,
    phrases: [
      ['A static page', 'refused'],
      ['static page', 's'],
      ['the static page', 's'],
      ['the static page link', 's'],
      ['the record', 'r'],
      ['A dynamic page', 'refused'],
      ['Open in A dynamic page', 'd'],
      ['A home', '?h'],
    ],
  },
  {
    name: 'a list of links with an article in some names',
    html: `<ul>${['A first visit', 'First visit', 'The office', 'Office hours'].map((title, index) => `<li><a href="#${index}" id=l${index}>${title}</a></li>`).join('')}</ul>`,
    phrases: [
      ['A first visit', 'l0'],
      ['First visit', 'l1'],
      ['The office', 'l2'],
      ['Office hours', 'l3'],
      ['the first visit', '?l1'],
      ['Office', '?l2'],
    ],
  },
];
