import { createModel } from '../../../src/models/adapter/provider-adapter.js';
import type { AdapterCase } from '../cases.js';
import { demoAdapter } from './demo.js';
import { demoContract } from './demo-contract.js';

let count = 0;
const asks = (call: object): object => {
  count += 1;
  return { do: [{ id: `odd${count}`, ...call }], used: { in: 1, out: 1 } };
};

export const demoCases: AdapterCase[] = [
  {
    name: 'demo/plain',
    contract: demoContract,
    adapter: demoAdapter,
    model: (url, settings) => createModel(demoAdapter(url), { price: { input: 1, output: 1 }, ...settings }),
    ownTools: true,
    batches: true,
    canAskUser: true,
    maxPictures: 8,
    odd: {
      unknown: () => asks({ call: 'fly_to_the_moon' }),
      withoutPoint: () => asks({ call: 'click' }),
      clickAt: (x, y) => asks({ call: 'click', x, y }),
      clickBox(from, to, { pictures }) {
        const { width = 0, height = 0 } = pictures.at(-1) ?? {};
        return asks({ call: 'click', box: [from.x * width, from.y * height, to.x * width, to.y * height] });
      },
    },
  },
];
