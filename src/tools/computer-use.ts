import { z } from 'zod';
import { HandrailError } from '../core/errors.js';
import { captureModes, getComputerUseSchema, heldKeys, scrollDirections } from './computer-use-schema.js';
import { defineTool } from './tool.js';

const { name, description, parameters } = getComputerUseSchema();

const twoIntegers = 'is exactly two integers, [x, y]';
const place = z.array(z.int(twoIntegers), twoIntegers).length(2, twoIntegers).nullish();
const number = z.int('is the number of an element, a whole one').nullish();

const input = z.object({
  action: z.string(),
  mode: z.enum(captureModes).nullish(),
  app: z.string().nullish(),
  max_elements: z.unknown(),
  element: number,
  coordinate: place,
  button: z.enum(['left', 'right', 'middle']).nullish(),
  modifiers: z.array(z.enum(heldKeys)).nullish(),
  from_element: number,
  to_element: number,
  from_coordinate: place,
  to_coordinate: place,
  direction: z.enum(scrollDirections).nullish(),
  amount: z.int('is a whole number of wheel ticks').nullish(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  text: z.string().nullish(),
  keys: z.string().nullish(),
  seconds: z.number().nullish(),
  raise_window: z.boolean().nullish(),
  capture_after: z.boolean().nullish(),
});

export const computerUse = defineTool({
  name,
  title: 'Use the computer',
  description,
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  schema: parameters,
  input,
  output: z.looseObject({ ok: z.literal(true), action: z.string() }),
  returns: 'What was done and what it changed; for a capture, what is on the screen.',
  examples: ['computer_use(action="capture")', 'computer_use(action="click", element=5)'],
  timeoutMs: 90_000,
  needs: { required: [], optimal: ['vision'] },
  takes: { urls: [], paths: [], secrets: ['text', 'value'] },
  positional: ['action'],
  async run({ action }) {
    throw new HandrailError('unsupported', `${action} is not here yet.`);
  },
});
