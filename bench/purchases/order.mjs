/** The order that every subject places. */
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

/** How the order that the shop recorded differs from `order`; undefined if it is the same. @param {{ items: { name: string, quantity: number }[], customer: Record<string, string> } | undefined} placed */
export function findProblem(placed) {
  if (!placed) return 'The shop has no order.';
  const { items, customer } = placed;
  if (items.length !== 1 || items[0].name !== order.product || items[0].quantity !== 1)
    return 'The order has other items.';
  const expected = {
    name: order.name,
    email: order.email,
    address: order.address,
    country: order.country,
    date: order.date,
  };
  const different = Object.entries({ ...expected, delivery: 'express' }).find(
    ([field, value]) => customer[field] !== value,
  );
  return different && `The order has another ${different[0]}: ${customer[different[0]]}`;
}
