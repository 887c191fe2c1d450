import type { Tab } from '../../core/observation.js';
import { normalizeText } from '../../perception/grounding/text-similarity.js';
import type { Step } from '../step.js';

const fileManagers = /^(?:thunar|pcmanfm|nautilus|nemo|caja|dolphin|files|file manager)\b/iu;

const terminals = /(?:term(?:inal)?|konsole|rxvt|kitty|alacritty)\b/iu;

/** Phrases for kinds of programs, and the programs of each kind. */
export const kinds: readonly (readonly [phrase: RegExp, programs: RegExp])[] = [
  [/^file\s*(?:manager|browser|explorer)$|^files$/iu, fileManagers],
  [/^calculator$/iu, /(?<!libreoffice[\s-])calc\b|alculat/iu],
  [
    /^(?:text\s*editor|editor|notepad)$/iu,
    /^(?:mousepad|gedit|gnome-text-editor|text editor|leafpad|xed|pluma|kate|featherpad)\b/iu,
  ],
  [/^(?:terminal|console|shell|(?:command\s*|shell\s+)?(?:line|prompt))(?:\s+emulator)?$/iu, terminals],
  [/^(?:spread\s?)?sheet(?:\s+program)?$/iu, /\bcalc$|gnumeric/iu],
  [/^(?:web\s*)?browser$/iu, /firefox|chrom(?:e|ium)|web browser/iu],
];

/** The name of a program without words such as "the" and "program". */
export function programName(text: string): string {
  return text
    .replace(/["“”'‘’]/gu, '')
    .replace(/^(?:up\s+)?(?:the|a|an|my)\s+/iu, '')
    .replace(/^(?:program|application|app)\s+/iu, '')
    .replace(/\s+(?:program|application|app|window)$/iu, '')
    .trim();
}

/** The windows whose program or title has the given name. */
export function windowsNamed({ screen: { turn } }: Step, text: string): Tab[] {
  const name = programName(text);
  const wanted = normalizeText(name).text;
  const { tabs = [] } = turn.observation;
  if (wanted === '') return [];
  const exact = tabs.filter(({ url, title }) => [url, title].some((text) => normalizeText(text).text === wanted));
  if (exact.length > 0) return exact;
  const kind = kinds.find(([phrase]) => phrase.test(name))?.[1];
  return tabs.filter(
    ({ url, title }) =>
      ` ${normalizeText(`${url} ${title}`).text} `.includes(` ${wanted} `) ||
      [url, title].some((text) => kind?.test(text)),
  );
}

/** Whether the active window is a file manager. */
export function isFileManager({ screen: { turn } }: Step): boolean {
  return fileManagers.test(turn.observation.app ?? '');
}

/** Whether the active window is a terminal. */
export function isTerminal({ screen: { turn } }: Step): boolean {
  return terminals.test(turn.observation.app ?? '');
}

/** The active window of several, else the first. */
export function preferActive(windows: readonly Tab[]): Tab | undefined {
  return windows.find(({ active }) => active) ?? windows[0];
}

const withPlace =
  /^(.+?)\s+(?:shown\s+|displayed\s+)?(?:in|on|of|inside|from|at)\s+((?:the|my)\s+[^"“”]+|["“]?[\p{L}\d][\w.+-]*["”]?)$/iu;
/** Parts of a window, which are no windows. */
const windowParts = /^(?:title|menu\s*bar|tool\s*bar|dialog|menu|list|row|form|table|page|window|cell|folder)\b/iu;

/** Splits "5 in the calculator" into target and window. Returns undefined when no window has that name. */
export function splitWindow(step: Step, phrase: string): { target: string; window: Tab } | undefined {
  const [, target, place] = withPlace.exec(phrase.trim()) ?? [];
  if (target === undefined || place === undefined || windowParts.test(programName(place))) return undefined;
  const window = preferActive(windowsNamed(step, place));
  return window && { target, window };
}
