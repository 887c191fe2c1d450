import type { Fault } from '../../../core/errors.js';

/** Input of the process that tries a browser. */
export interface BrowserProbe {
  executable: string;
  headless: boolean;
  url: string;
  /** The text to type. */
  text: string;
}

/** Input of the process that tries a desktop. */
export interface DesktopProbe {
  display: 'private' | 'current';
  /** Observe only: start, click and type nothing. */
  readOnly: boolean;
  /** A calculator program, if one is installed. */
  calculator?: string;
  /** A terminal program, if one is installed. The text typed into it is written to `file`. */
  terminal?: string;
  /** The text to type. */
  text: string;
  file: string;
}

export type ProbeStep = 'start' | 'open' | 'click' | 'type' | 'picture' | 'close';

/** Message from the probe process to the doctor. */
export type ProbeMessage =
  | { started: ProbeStep }
  | { colour: string; hasMarks: boolean }
  | { shown: string }
  | { failed: ProbeStep; fault: Fault }
  | { done: true };
