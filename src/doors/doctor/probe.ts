import type { Fault } from '../../core/errors.js';

/** What the process that tries a browser is asked to do. */
export interface Probe {
  executable: string;
  headless: boolean;
  url: string;
  word: string;
}

/** What the process that tries a desktop is asked to do. */
export interface DesktopErrand {
  display: 'private' | 'current';
  /** Only looks: nothing is started, clicked or typed. */
  readOnly: boolean;
  /** A program with the buttons of a calculator, where there is one. */
  calculator?: string;
  /** A terminal, where there is one. What is typed into it goes to `file`. */
  terminal?: string;
  word: string;
  file: string;
}

/** What it does, one after the other, and how that is called. */
export const steps = {
  start: 'starting it',
  open: 'opening a page',
  click: 'clicking',
  type: 'typing',
  picture: 'taking a picture',
  close: 'ending it',
} as const;
export type Step = keyof typeof steps;

/** What it tells meanwhile. */
export type Told =
  | { begins: Step }
  | { colour: string; hasMarks: boolean }
  | { shown: string }
  | { failed: Step; fault: Fault }
  | { ended: true };
