import type { HandrailError } from '../../core/errors.js';

/** A desktop that runs: what has to be known to look at it, act on it, and start programs on it. */
export interface DesktopGround {
  /** ':5'. */
  display: string;
  /** The file with the cookie of the display. */
  authority?: string;
  /** Address of the session's message bus. Without one there is no accessibility interface. */
  bus?: string;
  /** What a program has to be given to run here. */
  env: Record<string, string>;
  /** Settles when the display is gone, with the reason, where somebody watches over it. Never rejects. */
  lost?: Promise<HandrailError>;
  /** Ends what was started here. */
  close(): Promise<void>;
}
