/**
 * Tasks as an agent does them from the shell, by phrase. The first command of each opens the page; the answers to the others are measured.
 * @param {{ shop: string, origin: string }} urls
 * @returns {{ name: string, commands: string[][] }[]}
 */
export function flows({ shop, origin }) {
  return [
    {
      name: 'browse the shop',
      commands: [
        ['open', shop],
        ['click', 'the first Kitchen link'],
        ['select', 'Sort by', 'Price: low to high'],
        ['click', 'Lighting'],
        ['scroll', 'down'],
        ['back'],
        ['click', 'Garden'],
      ],
    },
    {
      name: 'change the cart',
      commands: [
        ['open', `${shop}/product/1`],
        ['select', 'Colour', 'Sage'],
        ['fill', 'Quantity', '2'],
        ['click', 'Add to cart'],
        ['click', 'Details'],
        ['click', 'Cart 2'],
        ['fill', 'Quantity of Stoneware mug', '3'],
        ['click', 'Update'],
        ['click', 'Remove'],
      ],
    },
    {
      name: 'correct a form',
      commands: [
        ['open', `${shop}/product/2`],
        ['click', 'Add to cart'],
        ['goto', `${shop}/checkout`],
        ['fill', 'Full name', 'Ada Lovelace'],
        ['fill', 'Email', 'ada@example.com'],
        ['select', 'Country', 'Ireland'],
        ['check', 'I accept the terms of sale'],
        ['click', 'Place order'],
        ['press_key', 'Tab'],
      ],
    },
    {
      name: 'use an application',
      commands: [
        ['open', `${origin}/application`],
        ['click', 'More'],
        ['click', 'Rename'],
        ['click', '12 June'],
        ['click', '13 June'],
        ['click', 'Seat 7'],
        ['click', 'Free all seats'],
        ['type', 'Filter', 'Person 3'],
        ['click', 'Invite person 30'],
        ['click', 'Connect'],
        ['click', 'Delete record'],
        ['click', 'Yes, delete'],
        ['scroll', 'down'],
        ['hover', 'Section 3'],
        ['click', 'Section 3'],
        ['click', 'Section 4'],
      ],
    },
  ];
}
