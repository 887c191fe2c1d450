import { page, type Site } from '../../site.js';

const titles = [
  'Ocean Currents',
  'Ocean Life',
  'Deep Ocean Maps',
  'The Ocean at Night',
  'Ocean Trade',
  'Ocean Storms',
  'An Ocean of Stars',
  'Ocean Engineering',
  'River and Ocean',
  'Cold Ocean',
  'Ocean Songs',
  'Paper Ocean',
];
const authors = ['R. Vale', 'T. Imre', 'S. Okafor', 'J. Lindqvist'];
const perPage = 5;

/** A server-rendered catalogue: search, result pages, details. */
export const library: Site = {
  name: 'library',
  pages: {
    '': page({
      title: 'City library',
      body: '<nav><a href="./">Home</a> <a href="hours">Opening hours</a> <a href="help">Help</a></nav><h1>Catalogue</h1><form action="search"><input type="text" name="q" title="Search the catalogue"><input type="submit" value="Search"></form>',
    }),
    hours: page({
      title: 'Opening hours',
      body: '<h1>Opening hours</h1><table><tr><th>Monday</th><td>closed</td></tr><tr><th>Tuesday</th><td>10:00 – 18:00</td></tr><tr><th>Saturday</th><td>09:30 – 14:00</td></tr></table><p>Phone: 555-0199</p>',
    }),
    search: ({ query, note }) => {
      const words = query.get('q') ?? '';
      const number = Number(query.get('page') ?? 1);
      note('search', [words, number]);
      const hits = titles.filter((title) => title.toLowerCase().includes(words.toLowerCase()));
      const shown = hits.slice((number - 1) * perPage, number * perPage);
      const link = (to: number, text: string) =>
        `<a href="search?q=${encodeURIComponent(words)}&page=${to}">${text}</a>`;
      const last = Math.ceil(hits.length / perPage);
      return page({
        title: `Results for ${words}`,
        body: `<form action="search"><input type="text" name="q" value="${words}" title="Search the catalogue"><input type="submit" value="Search"></form>
          <h1>${hits.length} results</h1><ol start="${(number - 1) * perPage + 1}">${shown.map((title) => `<li><a href="book?t=${encodeURIComponent(title)}">${title}</a> <small>by ${authors[titles.indexOf(title) % 4]}</small></li>`).join('')}</ol>
          <p class="pages">${number > 1 ? link(number - 1, '« Previous') : ''} ${Array.from({ length: last }, (_, i) => (i + 1 === number ? `<b>${i + 1}</b>` : link(i + 1, String(i + 1)))).join(' ')} ${number < last ? link(number + 1, 'Next »') : ''}</p>`,
      });
    },
    book: ({ query, note }) => {
      const title = query.get('t') ?? '';
      note('book', title);
      return page({
        title,
        body: `<h1>${title}</h1><dl><dt>Author</dt><dd>${authors[titles.indexOf(title) % 4]}</dd><dt>Shelf mark</dt><dd>QH-${100 + titles.indexOf(title)}</dd><dt>Copies</dt><dd>2</dd></dl>
          <form method="post" action="reserve"><input type="hidden" name="title" value="${title}"><button>Reserve</button></form>`,
      });
    },
    reserve: ({ fields, note }) => {
      note('reserved', fields.title);
      return page({
        title: 'Reserved',
        body: `<h1>Reserved</h1><p>${fields.title} is waiting for you. Pick-up code: 6612</p>`,
      });
    },
  },
};
