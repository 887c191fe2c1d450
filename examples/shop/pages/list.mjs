import { sortings } from '../catalogue.mjs';
import { html } from '../html.mjs';
import { cards } from './card.mjs';

/**
 * Search results or a category.
 * @param {{ heading: string, action: string, query?: string, sort: string, products: import('../catalogue.mjs').Product[] }} list
 */
export function listPage({ heading, action, query, sort, products }) {
  const sorted = [...products].sort(sortings[sort]?.compare);
  const content = html`<div class="list-head">
  <div>
    <h1>${heading}</h1>
    <p class="muted">${products.length} ${products.length === 1 ? 'product' : 'products'}</p>
  </div>
  <form action="${action}" method="get" class="sort">
    ${query === undefined ? '' : html`<input type="hidden" name="q" value="${query}">`}
    <label for="sort">Sort by</label>
    <select id="sort" name="sort" data-submit-on-change>
      ${Object.entries(sortings).map(
        ([value, { label }]) => html`<option value="${value}"${value === sort && html` selected`}>${label}</option>`,
      )}
    </select>
    <button type="submit" class="without-script">Apply</button>
  </form>
</div>
${
  sorted.length > 0
    ? cards(sorted)
    : html`<p>Nothing found. Try another word, or <a href="/search?q=">see all products</a>.</p>`
}`;
  return { title: heading, query, content };
}
