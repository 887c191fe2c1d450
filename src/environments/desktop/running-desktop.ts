import type { HandrailError } from '../../core/errors.js';

/** A running desktop: what is needed to connect to it and to start programs on it. */
export interface RunningDesktop {
  /** ':5'. */
  display: string;
  /** The file with the display's cookie. */
  authority?: string;
  /** Only this session uses the display: no user works on it. */
  isOwn?: boolean;
  /** Address of the session bus. Without one there is no accessibility interface. */
  bus?: string;
  /** The environment variables for its programs. */
  env: Record<string, string>;
  /** Resolves with the reason when the display is gone, where its process is known. Never rejects. */
  lost?: Promise<HandrailError>;
  /** Ends everything that was started here. */
  close(): Promise<void>;
}
