import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import { splitLine } from '../command-line/split-line.js';
import type { NonBrowserOptions } from './managed-session.js';

/** The flags or fields by which a caller selects a screen. */
export interface ScreenSelection {
  environment?: string;
  display?: string;
  size?: Size;
  app?: string;
  window?: string;
  container?: string;
  /** Command lines of programs to start. */
  launch?: readonly string[];
}

const validOptions: Readonly<Record<string, readonly (keyof ScreenSelection)[]>> = {
  browser: [],
  desktop: ['display', 'size', 'app', 'window', 'launch'],
  container: ['container', 'display', 'app', 'window', 'launch'],
};

/** The options of the selected desktop or container; undefined for a browser. Throws `invalid_option` for options that contradict each other. */
export function parseScreenSelection({ environment, ...options }: ScreenSelection): NonBrowserOptions | undefined {
  const { display, size, app, window, container, launch } = options;
  const kind = environment ?? (container === undefined ? 'browser' : 'container');
  checkOptions(kind, options);
  if (kind === 'browser') return undefined;
  const common = { app, window, launch: launch?.map(parseLaunch) };
  if (kind === 'container')
    return {
      environment: 'container',
      ...common,
      container,
      display: display === undefined ? undefined : `:${parseDisplayNumber(display)}`,
    };
  return {
    environment: 'desktop',
    ...common,
    size,
    display: display === undefined ? undefined : parseDisplay(display),
  };
}

function checkOptions(kind: string, options: object): void {
  const valid = validOptions[kind];
  if (!valid)
    throw new HandrailError(
      'invalid_option',
      `There is no environment "${kind}".`,
      `Valid environments: ${environmentKinds.join(', ')}.`,
    );
  const extra = Object.entries(options).find(
    ([name, value]) => value !== undefined && !valid.some((option) => option === name),
  );
  if (!extra) return;
  const [name] = extra;
  const kinds = environmentKinds.filter((one) => validOptions[one]?.some((option) => option === name));
  throw new HandrailError(
    'invalid_option',
    `The option ${name} is not valid for a ${kind}.`,
    `Leave it out, or set environment to ${kinds.join(' or ')}.`,
  );
}

function parseDisplay(display: string): 'private' | 'current' | `:${number}` {
  return display === 'private' || display === 'current' ? display : `:${parseDisplayNumber(display)}`;
}

function parseDisplayNumber(display: string): number {
  const [, number] = /^:?(\d{1,5})(?:\.0)?$/.exec(display.trim()) ?? [];
  if (number !== undefined) return Number(number);
  throw new HandrailError(
    'invalid_option',
    `"${display.slice(0, 60)}" is not a display.`,
    'Use a number such as :99. For a desktop, `private` (the default) and `current` are valid, too.',
  );
}

function parseLaunch(line: string): string[] {
  const args = splitLine(line);
  if (args.length > 0) return args;
  throw new HandrailError('invalid_option', 'A program to launch is empty.', 'Name the program, such as galculator.');
}

/** Throws `invalid_option` if an option that only a browser has was given for another environment. */
export function rejectBrowserOptions(kind: string, options: Readonly<Record<string, unknown>>): void {
  const [first] = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  if (!first) return;
  const [name] = first;
  const hint = /url$/.test(name) ? `Leave it out: a ${kind} opens no URL.` : 'Leave it out.';
  throw new HandrailError('invalid_option', `The option ${name} is valid only for a browser, not for a ${kind}.`, hint);
}
