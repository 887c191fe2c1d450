import { cleanText } from '../../../perception/quote-text.js';
import type { Output } from '../output.js';

/**
 * One animated line. The spinner of @clack/prompts does not fit: it puts standard input into raw mode and exits with 0 on Ctrl+C, while
 * Ctrl+C must cancel the run and print its result.
 */
export interface Spinner {
  /** Shows the text with the time since this call. */
  show(text: string): void;
  /** Erases the line, so that other output can follow. */
  hide(): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 80;
const eraseLine = '\r\u001b[2K';

/** Shows nothing if the output is not an interactive terminal. */
export function createSpinner({ write, colours, isInteractive, columns }: Output): Spinner {
  if (!isInteractive) return { show: () => undefined, hide: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  let text = '';
  function draw(): void {
    const ms = performance.now() - shownAt;
    const frame = frames[Math.floor(ms / frameMs) % frames.length] ?? '';
    const time = ms < 1_000 ? '' : ` ${Math.floor(ms / 1_000)} s`;
    const line = cleanText(text, Math.max(10, columns() - 12));
    write(`${eraseLine}${colours.cyan(frame)} ${colours.dim(`${line}${time}`)}`);
  }
  return {
    show(newText) {
      text = newText;
      shownAt = performance.now();
      timer ??= setInterval(draw, frameMs).unref();
      draw();
    },
    hide() {
      if (!timer) return;
      clearInterval(timer);
      timer = undefined;
      write(eraseLine);
    },
  };
}
