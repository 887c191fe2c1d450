import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import { splitLine } from '../terminal/split-line.js';
import type { OtherScreen } from './managed-session.js';

/** What a caller says of the screen it wants, in words. */
export interface ScreenWords {
  environment?: string | undefined;
  display?: string | undefined;
  size?: Size | undefined;
  app?: string | undefined;
  window?: string | undefined;
  container?: string | undefined;
  /** Command lines, as one would type them. */
  launch?: readonly string[] | undefined;
}

const takenBy: Readonly<Record<string, readonly (keyof ScreenWords)[]>> = {
  browser: [],
  desktop: ['display', 'size', 'app', 'window', 'launch'],
  container: ['container', 'display', 'app', 'window', 'launch'],
};

/** The desktop or container that is meant; nothing when it is a browser. Throws `invalid_option` for words that do not go together. */
export function readOtherScreen(words: ScreenWords): OtherScreen | undefined {
  const kind = words.environment ?? (words.container === undefined ? 'browser' : 'container');
  const taken = takenBy[kind];
  if (!taken)
    throw new HandrailError(
      'invalid_option',
      `There is no environment "${kind}".`,
      `Valid environments: ${environmentKinds.join(', ')}.`,
    );
  const { environment: _, ...rest } = words;
  const spare = Object.entries(rest).find(([name, value]) => value !== undefined && !taken.some((one) => one === name));
  if (spare)
    throw new HandrailError(
      'invalid_option',
      `${spare[0]} is not for a ${kind}.`,
      `It is for: ${environmentKinds.filter((one) => takenBy[one]?.some((name) => name === spare[0])).join(', ')} (environment).`,
    );
  if (kind === 'browser') return undefined;
  const { display, size, app, window, container, launch } = words;
  const programs = launch === undefined ? {} : { launch: launch.map(readLaunch) };
  const scope = { ...(app === undefined ? {} : { app }), ...(window === undefined ? {} : { window }) };
  if (kind === 'container')
    return {
      environment: 'container',
      ...scope,
      ...programs,
      ...(container === undefined ? {} : { container }),
      ...(display === undefined ? {} : { display: `:${readNumber(display)}` }),
    };
  return {
    environment: 'desktop',
    ...scope,
    ...(display === undefined ? {} : { display: readDisplay(display) }),
    ...(size === undefined ? {} : { size }),
    ...programs,
  };
}

function readDisplay(given: string): 'private' | 'current' | `:${number}` {
  return given === 'private' || given === 'current' ? given : `:${readNumber(given)}`;
}

function readNumber(display: string): number {
  const [, number] = /^:?(\d{1,5})(?:\.0)?$/.exec(display.trim()) ?? [];
  if (number !== undefined) return Number(number);
  throw new HandrailError(
    'invalid_option',
    `"${display.slice(0, 60)}" is no display.`,
    'Give its number, such as :99; for a desktop also private (its own, the default) or current (yours).',
  );
}

function readLaunch(line: string): string[] {
  const words = splitLine(line);
  if (words.length > 0) return words;
  throw new HandrailError('invalid_option', 'A program to launch is empty.', 'Give its name, such as galculator.');
}

/** Options that only a browser has are refused where there is none. */
export function refuseBrowserWords(kind: string, given: Readonly<Record<string, unknown>>): void {
  const names = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
  const [first] = names;
  if (!first) return;
  throw new HandrailError(
    'invalid_option',
    `${first[0]} is for a browser, and this is a ${kind}.`,
    /url$/.test(first[0]) ? 'Leave it out: a desktop opens no address.' : 'Leave it out.',
  );
}
