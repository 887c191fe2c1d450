import { HandrailError } from '../../../core/errors.js';

/** For a capture of the container's screen that failed. */
export function badCapture(reason: string, displayName: string, cause?: unknown): HandrailError {
  return new HandrailError(
    'bad_picture',
    `Failed to capture screenshot from Docker: ${reason}. Check X11 display ${displayName} is running.`,
    undefined,
    { cause },
  );
}
