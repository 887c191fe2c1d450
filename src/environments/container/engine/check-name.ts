import { HandrailError } from '../../../core/errors.js';

/** Refuses what Docker itself would not take for a name or an id: it is going to stand in the path of a question to the engine. */
export function checkName(name: string): void {
  if (/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/.test(name)) return;
  throw new HandrailError(
    'invalid_option',
    `${JSON.stringify(name.slice(0, 60))} is no name for a container.`,
    'Use letters, digits, dots, dashes and underscores.',
  );
}
