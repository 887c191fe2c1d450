import { createModel } from '../../../src/models/adapter/provider-adapter.js';
import type { DialectCase } from '../cases.js';
import { demoDialect } from './demo.js';
import { demoContract } from './demo-contract.js';

let count = 0;
const asks = (call: object): object => {
  count += 1;
  return { do: [{ id: `odd${count}`, ...call }], used: { in: 1, out: 1 } };
};

export const demoCases: DialectCase[] = [
  {
    name: 'demo/plain',
    contract: demoContract,
    dialect: demoDialect,
    model: (url, settings) => createModel(demoDialect(url), { price: { input: 1, output: 1 }, ...settings }),
    ownTools: true,
    batches: true,
    asks: true,
    mostPictures: 8,
    odd: {
      unknown: () => asks({ call: 'fly_to_the_moon' }),
      placeless: () => asks({ call: 'click' }),
      clickAt: (x, y) => asks({ call: 'click', x, y }),
      clickBox(from, to, { pictures }) {
        const { width = 0, height = 0 } = pictures.at(-1) ?? {};
        return asks({ call: 'click', box: [from.x * width, from.y * height, to.x * width, to.y * height] });
      },
    },
  },
];
