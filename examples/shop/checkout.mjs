/** @typedef {{ name: string, email: string, address: string, country: string, delivery: string, date: string, cardEnding: string }} Customer */
/** @typedef {Record<string, string>} Errors */

export const countries = ['Austria', 'France', 'Germany', 'Ireland', 'Netherlands', 'Portugal', 'Spain'];

/** @type {Record<string, { label: string, price: number }>} */
export const deliveries = {
  standard: { label: 'Standard, 3 to 5 days', price: 0 },
  express: { label: 'Express, next day', price: 900 },
};

/** Today as YYYY-MM-DD, by the shop's own clock. */
export function today() {
  const now = new Date();
  const pad = (/** @type {number} */ part) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** @param {string} date */
function isRealDate(date) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** Checks the checkout form. The customer is set when there are no errors. @param {Record<string, string>} fields @returns {{ errors: Errors, customer?: Customer }} */
export function validateCheckout(fields) {
  const [name, email, address, date] = ['name', 'email', 'address', 'date'].map((key) => (fields[key] ?? '').trim());
  const country = fields.country ?? '';
  const delivery = fields.delivery ?? '';
  const card = (fields.card ?? '').replace(/[ -]/g, '');
  /** @type {Errors} */
  const errors = {};
  if (!name) errors.name = 'Enter your name.';
  else if (name.length > 200) errors.name = 'Use at most 200 characters.';
  if (!email) errors.email = 'Enter your email address.';
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) errors.email = 'Enter an email address like name@example.com.';
  if (!address) errors.address = 'Enter the address we deliver to.';
  if (!countries.includes(country)) errors.country = 'Choose a country.';
  if (!Object.hasOwn(deliveries, delivery)) errors.delivery = 'Choose how we deliver.';
  if (!date || !isRealDate(date)) errors.date = 'Choose a delivery date.';
  else if (date < today()) errors.date = 'Choose today or a later day.';
  if (!/^\d{12,19}$/.test(card)) errors.card = 'Enter a card number of 12 to 19 digits.';
  if (fields.terms !== 'yes') errors.terms = 'Accept the terms to place the order.';
  if (Object.keys(errors).length > 0 || !name || !email || !address || !date) return { errors };
  return { errors, customer: { name, email, address, country, delivery, date, cardEnding: card.slice(-4) } };
}
