import type { Intent, ScreenPoint } from '../../src/testing/index.js';
import type { AdapterCase } from './cases.js';
import { drawnSize } from './drawn-screen.js';

const at: ScreenPoint = { x: 0.3, y: 0.2, name: 'One' };
const intents: Intent[][] = [
  [{ do: 'click', at }],
  [{ do: 'click', at, button: 'right', count: 2, safety: 'Careful.' }],
  [{ do: 'type', text: 'some text', at, enter: true, clear: true }],
  [{ do: 'type', text: 'x' }],
  [{ do: 'key', keys: 'Control+A' }],
  [{ do: 'scroll', at, direction: 'down', pixels: 300 }],
  [{ do: 'drag', from: at, to: { x: 0.6, y: 0.6 } }],
  [{ do: 'move', at }],
  [{ do: 'wait', seconds: 1 }],
  [{ do: 'screenshot' }],
  [{ do: 'zoom', from: at, to: { x: 0.6, y: 0.6 } }],
  [{ do: 'navigate', url: 'http://drawn.test/' }],
  [{ do: 'back' }],
  [{ do: 'tool', name: 'remember', input: { key: 'a', value: 'b' } }],
  [{ do: 'remember', fact: 'A fact.' }],
  [{ do: 'ask', question: 'Which?' }],
  [{ do: 'done', answer: 'Done.' }],
  [{ do: 'fail', reason: 'No.' }],
  [{ do: 'refuse', reason: 'No.' }],
  [
    { do: 'click', at },
    { do: 'type', text: 'two' },
    { do: 'key', keys: 'Enter' },
  ],
];

/** All valid responses of a provider's model. */
export function answersOf({ contract, odd }: AdapterCase): unknown[] {
  const picture = { type: 'image/png', ...drawnSize, bytes: Buffer.alloc(0) } as const;
  const told = { turn: 1, pictures: [picture], text: '', results: [], tools: ['remember', 'complete', 'fail'] };
  const answers: unknown[] = [odd.unknown(), odd.withoutPoint()];
  for (const turn of intents) {
    try {
      answers.push(JSON.parse(JSON.stringify(contract.respond(turn, told, contract.createState()))));
    } catch {
      // the model cannot do it
    }
  }
  return answers;
}
