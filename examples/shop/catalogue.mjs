/**
 * @typedef {object} Product
 * @property {number} id
 * @property {string} name
 * @property {string} category The slug of its category.
 * @property {number} price In cents.
 * @property {string[]} colours At least one; the first is the default.
 * @property {string} about
 * @property {string} material
 */

export const categories = [
  { slug: 'kitchen', name: 'Kitchen' },
  { slug: 'lighting', name: 'Lighting' },
  { slug: 'garden', name: 'Garden' },
  { slug: 'desk', name: 'Desk' },
];

const metals = ['Black', 'Brass', 'Chrome'];
const glazes = ['White', 'Sage', 'Ocean blue', 'Terracotta', 'Charcoal'];
const woods = ['Natural', 'Dark'];

/** @type {[category: string, name: string, price: number, colours: string[], material: string, about: string][]} */
const entries = [
  ['kitchen', 'Stoneware mug', 1450, glazes, 'Stoneware', 'Holds 350 ml and keeps the heat where it belongs.'],
  [
    'lighting',
    'Walnut desk lamp',
    8900,
    woods,
    'Walnut and steel',
    'A warm light on an arm that stays where you put it.',
  ],
  ['garden', 'Copper watering can', 5400, ['Copper'], 'Copper', 'A long spout for pots at the back of the shelf.'],
  ['desk', 'Linen notebook', 1200, glazes, 'Linen and paper', '192 dotted pages that lie flat.'],
  ['kitchen', 'Cast iron skillet', 6200, ['Black'], 'Cast iron', 'Seasoned twice. It will outlive the stove.'],
  ['lighting', 'Paper pendant shade', 3900, ['White', 'Sand'], 'Washi paper', 'Soft light, 45 cm across, folds flat.'],
  ['garden', 'Pruning shears', 3350, ['Red', 'Green'], 'Carbon steel', 'A clean cut up to 20 mm.'],
  ['desk', 'Brass pencil cup', 2450, metals, 'Brass', 'Heavy enough to stay put.'],
  ['kitchen', 'Olive wood board', 4800, woods, 'Olive wood', 'One piece, no two alike.'],
  ['lighting', 'Clip-on reading light', 2750, metals, 'Aluminium', 'Charges in an hour, reads for twelve.'],
  ['garden', 'Terracotta planter', 2200, ['Terracotta', 'White'], 'Terracotta', 'With a saucer, 24 cm.'],
  ['desk', 'Felt desk mat', 3600, glazes, 'Wool felt', '80 by 30 cm, quiet under a keyboard.'],
  ['kitchen', 'Pour-over coffee set', 5600, ['Clear', 'Smoke'], 'Glass', 'Carafe, dripper and forty filters.'],
  ['lighting', 'Globe floor lamp', 15900, metals, 'Opal glass', 'A steady glow for the dark corner.'],
  ['garden', 'Bamboo trellis', 1900, ['Natural'], 'Bamboo', '120 cm, for peas and ambition.'],
  ['desk', 'Walnut monitor stand', 7400, woods, 'Walnut', 'Lifts a screen by 11 cm.'],
  ['kitchen', 'Ceramic pie dish', 3100, glazes, 'Ceramic', '28 cm, from freezer to oven.'],
  ['lighting', 'Solar path lights', 4300, ['Black', 'Steel'], 'Steel', 'Six lights, no cable.'],
  ['garden', 'Hand-forged trowel', 2900, woods, 'Steel and ash', 'For stubborn ground.'],
  ['desk', 'Fountain pen', 6800, ['Ink blue', 'Black', 'Cream'], 'Resin and steel', 'Fine nib, with a converter.'],
  ['kitchen', 'Salt & pepper mills', 4100, woods, 'Beech', 'A pair with ceramic grinders.'],
  ['lighting', 'Beeswax candles', 1650, ['Honey', 'Ivory'], 'Beeswax', 'A dozen, eight hours each.'],
  ['garden', 'Seed starter kit', 2600, ['Natural'], 'Peat-free', 'Tray, lid and nine kinds of herbs.'],
  ['desk', '"Quiet" desk clock', 3950, metals, 'Brass and glass', 'No tick. It only tells the time.'],
];

const adjectives = [
  'Plain',
  'Tall',
  'Round',
  'Folding',
  'Small',
  'Woven',
  'Glazed',
  'Oak',
  'Striped',
  'Everyday',
  'Heavy',
];
/** @type {Record<string, string[]>} */
const things = {
  kitchen: ['bowl', 'jug', 'ladle', 'tea pot', 'bread tin'],
  lighting: ['lantern', 'wall lamp', 'night light', 'lamp shade', 'string lights'],
  garden: ['bird bath', 'plant stand', 'garden fork', 'herb pot', 'hose reel'],
  desk: ['paper tray', 'letter opener', 'tape holder', 'book end', 'card box'],
};

/** @param {number} id @returns {Product} */
function generate(id) {
  const category = categories[id % categories.length]?.slug ?? 'kitchen';
  const choices = things[category] ?? [];
  const thing = choices[Math.floor(id / categories.length) % choices.length];
  return {
    id,
    name: `${adjectives[(id * 7) % adjectives.length]} ${thing} no. ${id}`,
    category,
    price: 500 + ((id * 1237) % 195) * 50,
    colours: glazes.slice(0, 1 + (id % glazes.length)),
    about: 'Made in small numbers by people who use it themselves.',
    material: 'Mixed',
  };
}

/** The first `count` products. Always the same, in the same order. @param {number} count @returns {Product[]} */
export function makeCatalogue(count) {
  return Array.from({ length: count }, (_, index) => {
    const entry = entries[index];
    if (!entry) return generate(index + 1);
    const [category, name, price, colours, material, about] = entry;
    return { id: index + 1, name, category, price, colours, material, about };
  });
}

/** @type {Record<string, { label: string, compare: (one: Product, other: Product) => number }>} */
export const sortings = {
  featured: { label: 'Featured', compare: (one, other) => one.id - other.id },
  'price-low': { label: 'Price: low to high', compare: (one, other) => one.price - other.price || one.id - other.id },
  'price-high': { label: 'Price: high to low', compare: (one, other) => other.price - one.price || one.id - other.id },
  name: { label: 'Name', compare: (one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id },
};

/** Products whose name, category, material or description contains every word. @param {Product[]} products @param {string} words */
export function searchProducts(products, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter((product) => {
    const text = `${product.name} ${product.category} ${product.material} ${product.about}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** @param {number} cents */
export function formatPrice(cents) {
  return `€${(cents / 100).toFixed(2)}`;
}
