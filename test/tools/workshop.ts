import { type Served, servePages } from '../support/serve.js';

/** A page that has what the examples of the tools speak of, and tells the server of everything that is done to it. */
const workshop = `<!doctype html><title>Workshop</title>
<nav><a class="logo" href="/">Home</a> <a href="/cart">Cart</a></nav>
<main>
  <h1 id="title" draggable="true" style="user-select: text">Workshop</h1>
  <ul class="cards"><li><h3>Cup</h3><p class="price">€ 12.50</p></li><li><h3>Bowl</h3><p class="price">€ 20.00</p></li></ul>
  <form action="/search"><input type="search" name="q" aria-label="Search products"></form>
  <label>Sort by <select id="sort"><option>Featured</option><option>Price</option></select></label>
  <table><caption>Products</caption><thead><tr><th>Product</th><th>Price</th><th></th></tr></thead><tbody>
    <tr><td>Cup</td><td>12.50</td><td><button onclick="tell('added Cup')">Add to cart</button></td></tr>
    <tr><td>Bowl</td><td>20.00</td><td><button onclick="tell('added Bowl')">Add to cart</button></td></tr>
  </tbody></table>
  <form onsubmit="event.preventDefault(); tell('sent ' + new URLSearchParams(new FormData(this)))">
    <label>Name <input name="name"></label> <label>Email <input name="email" type="email"></label>
    <label><input type="checkbox" name="terms"> I accept the terms</label>
    <label>File field <input type="file" name="file"></label>
    <button id="checkout">Checkout</button>
  </form>
  <ol id="songs"><li draggable="true">First song</li><li draggable="true">Second song</li><li draggable="true">Third song</li></ol>
  <p><a href="/prices.csv" download>Price list</a></p>
  <p><button onclick="tell(confirm('Sure?') ? 'sure' : 'not sure')">Ask me</button></p>
  <div style="height:2000px"></div><p>The end of the page</p>
</main>
<script>
  const tell = (what) => navigator.sendBeacon('/tell?' + encodeURIComponent(what));
  for (const type of ['dblclick', 'contextmenu', 'dragstart', 'drop', 'change', 'focusin'])
    document.addEventListener(type, (event) => tell(type + ' ' + (event.target.id || event.target.name || event.target.tagName) + (event.target.type === 'checkbox' ? ' ' + event.target.checked : '')));
  document.addEventListener('dragover', (event) => event.preventDefault());
  let moving;
  songs.addEventListener('dragstart', (event) => { moving = event.target; });
  songs.addEventListener('drop', (event) => {
    const { top, height } = event.target.getBoundingClientRect();
    event.target[event.clientY < top + height / 2 ? 'before' : 'after'](moving);
    tell('songs ' + [...songs.children].map((song) => song.textContent.split(' ')[0]).join());
  });
  document.addEventListener('mouseover', (event) => { if (event.target.closest('nav')) tell('over ' + event.target.textContent); });
  document.addEventListener('scroll', () => tell('scrolled'), { once: true });
  document.addEventListener('keydown', (event) => tell('key ' + (event.ctrlKey ? 'Control+' : '') + event.key));
</script>`;

const cart = '<!doctype html><title>Cart</title><h1>Your cart</h1><a href="/">Shop</a>';

export interface Workshop extends Served {
  /** What the page told, in order. */
  told(): string[];
}

export async function openWorkshop(): Promise<Workshop> {
  const served = await servePages({
    '/': workshop,
    '/cart': cart,
    '/search': '<!doctype html><title>Results</title><h1>Results</h1>',
    '/prices.csv': (_, response) => {
      response.setHeader('content-disposition', 'attachment; filename=prices.csv');
      response.end('Cup,12.50\n');
    },
    '/never': () => undefined,
  });
  const told = () =>
    served.log.filter((line) => line.includes('/tell?')).map((line) => decodeURIComponent(line.split('?')[1] ?? ''));
  return { ...served, told };
}
