import { HandrailError } from '../core/errors.js';
import type { Model } from './model.js';
import { scriptedFile } from './scripted-file.js';
import { steps } from './steps/index.js';

const byName: Record<string, () => Model> = { steps };
const scriptPrefix = 'scripted:';

/** A model by its name, or as it is. */
export function pickModel(asked: Model | string): Model {
  if (typeof asked !== 'string') return asked;
  if (asked.startsWith(scriptPrefix)) return scriptedFile(asked.slice(scriptPrefix.length));
  const make = Object.hasOwn(byName, asked) ? byName[asked] : undefined;
  if (make) return make();
  throw new HandrailError(
    'invalid_option',
    `There is no model "${asked}".`,
    `Valid models: ${Object.keys(byName).join(', ')}, and scripted:<file.json> for tests.`,
  );
}
