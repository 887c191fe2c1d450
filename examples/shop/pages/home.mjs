import { categories } from '../catalogue.mjs';
import { html } from '../html.mjs';
import { cards } from './card.mjs';

/** @param {import('../catalogue.mjs').Product[]} products */
export function homePage(products) {
  const content = html`<section class="hero">
  <h1>Good things for every room</h1>
  <p>${products.length} products, chosen to last. <a href="/search?q=">See them all</a>.</p>
</section>
<section aria-labelledby="by-category">
  <h2 id="by-category">Shop by category</h2>
  <ul class="tiles">
    ${categories.map(({ slug, name }) => {
      const count = products.filter((product) => product.category === slug).length;
      return html`<li><a href="/category/${slug}">${name} <span class="muted">${count} products</span></a></li>`;
    })}
  </ul>
</section>
<section aria-labelledby="popular">
  <h2 id="popular">Popular right now</h2>
  ${cards(products.slice(0, 4))}
</section>`;
  return { title: 'Good things for every room', content };
}
