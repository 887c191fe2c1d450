/** What is bought, and by whom. */
export const order = {
  search: 'mug',
  product: 'Stoneware mug',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  address: '12 St James Square, London',
  country: 'Ireland',
  delivery: 'Express, next day',
  date: '2099-12-31',
  card: '4242424242424242',
};

/** Why the shop's own record is not this order; undefined when it is. @param {{ items: { name: string, quantity: number }[], customer: Record<string, string> } | undefined} placed */
export function whatIsWrong(placed) {
  if (!placed) return 'The shop has no order.';
  const { items, customer } = placed;
  if (items.length !== 1 || items[0].name !== order.product || items[0].quantity !== 1)
    return 'Something else was ordered.';
  const wanted = {
    name: order.name,
    email: order.email,
    address: order.address,
    country: order.country,
    date: order.date,
  };
  const wrong = Object.entries({ ...wanted, delivery: 'express' }).find(([field, value]) => customer[field] !== value);
  return wrong && `The order has another ${wrong[0]}: ${customer[wrong[0]]}`;
}
