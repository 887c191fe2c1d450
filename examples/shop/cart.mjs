import { Problem } from './problem.mjs';

/** @typedef {import('./catalogue.mjs').Product} Product */
/** @typedef {{ product: Product, colour: string, quantity: number }} CartLine */

export const maxQuantity = 99;

/** @param {string | undefined} text @param {number} min */
function readQuantity(text, min) {
  const quantity = Number(text);
  if (text !== undefined && /^\d+$/.test(text) && quantity >= min && quantity <= maxQuantity) return quantity;
  throw new Problem(400, `Choose a quantity from ${min} to ${maxQuantity}.`);
}

/** The carts of all customers, by session. The first item creates a cart. */
export class Carts {
  /** @param {Product[]} products */
  constructor(products) {
    this.products = new Map(products.map((product) => [String(product.id), product]));
    /** @type {Map<string, CartLine[]>} */
    this.carts = new Map();
  }

  /** @param {string} session @returns {readonly CartLine[]} */
  lines(session) {
    return this.carts.get(session) ?? [];
  }

  /** The number of items in the cart. @param {string} session */
  count(session) {
    return this.lines(session).reduce((sum, line) => sum + line.quantity, 0);
  }

  /** In cents. @param {string} session */
  total(session) {
    return this.lines(session).reduce((sum, line) => sum + line.quantity * line.product.price, 0);
  }

  /** @param {string} session @param {Record<string, string>} fields @returns {CartLine} what was added */
  add(session, fields) {
    const product = this.products.get(fields.product ?? '');
    if (!product) throw new Problem(404, 'We do not have this product.');
    const colour = fields.colour ?? product.colours[0] ?? '';
    if (!product.colours.includes(colour)) throw new Problem(400, `Choose one of: ${product.colours.join(', ')}.`);
    const quantity = readQuantity(fields.quantity ?? '1', 1);
    const cart = this.carts.get(session) ?? [];
    const line = cart.find((candidate) => candidate.product === product && candidate.colour === colour);
    if ((line?.quantity ?? 0) + quantity > maxQuantity)
      throw new Problem(400, `We sell at most ${maxQuantity} of one.`);
    if (line) line.quantity += quantity;
    else cart.push({ product, colour, quantity });
    this.carts.set(session, cart);
    return { product, colour, quantity };
  }

  /** Sets the quantity of a line; 0 removes it. @param {string} session @param {Record<string, string>} fields */
  change(session, fields) {
    const quantity = readQuantity(fields.quantity, 0);
    const line = this.lines(session).find(
      ({ product, colour }) => String(product.id) === fields.product && colour === fields.colour,
    );
    if (!line) throw new Problem(404, 'This is not in your cart.');
    if (quantity > 0) line.quantity = quantity;
    else
      this.carts.set(
        session,
        this.lines(session).filter((candidate) => candidate !== line),
      );
  }

  /** @param {string} session */
  empty(session) {
    this.carts.delete(session);
  }
}
