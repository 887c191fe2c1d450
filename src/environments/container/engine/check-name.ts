import { HandrailError } from '../../../core/errors.js';

/** Throws for a name that Docker does not accept. The name becomes part of a request path. */
export function checkName(name: string): void {
  if (/^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$/.test(name)) return;
  throw new HandrailError(
    'invalid_option',
    `${JSON.stringify(name.slice(0, 60))} is not a valid container name.`,
    'Use letters, digits, dots, dashes and underscores.',
  );
}
