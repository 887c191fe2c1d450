import { categories } from '../catalogue.mjs';
import { html } from '../html.mjs';

/** @typedef {{ cartCount: number }} Customer */

/**
 * The layout of every page.
 * @param {Customer} customer
 * @param {{ title: string, query?: string, content: import('../html.mjs').Markup }} page
 */
export function layout({ cartCount }, { title, query = '', content }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Fern &amp; Forge</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/shop.css">
<script src="/assets/shop.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-header">
  <a class="logo" href="/">Fern &amp; Forge</a>
  <form class="search" role="search" action="/search" method="get">
    <input type="search" name="q" value="${query}" aria-label="Search products" placeholder="Search products" autocomplete="off">
    <button type="submit">Search</button>
  </form>
  <nav class="categories" aria-label="Categories">
    ${categories.map(({ slug, name }) => html`<a href="/category/${slug}">${name}</a> `)}
  </nav>
  <a class="cart-link" href="/cart">Cart <span class="badge" id="cart-count">${cartCount}</span></a>
</header>
<main id="main">
${content}
</main>
<footer class="site-footer">
  <p>A demonstration shop. Nothing here is sold, nothing is sent.</p>
</footer>
<div id="toasts" role="status" aria-live="polite"></div>
</body>
</html>
`;
}
