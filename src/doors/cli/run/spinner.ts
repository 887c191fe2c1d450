import { cleanText } from '../../../perception/page-text.js';
import type { Output } from '../output.js';

export interface Spinner {
  /** Says what is under way, from now on. */
  say(text: string): void;
  /** Takes the line away, so that others can write. */
  hide(): void;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const eraseLine = '\r\u001b[2K';

/** One moving line on a terminal; nothing anywhere else. */
export function createSpinner({ write, colours, isLive, columns }: Output): Spinner {
  if (!isLive) return { say: () => undefined, hide: () => undefined };
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  let words = '';
  function draw(): void {
    const passed = performance.now() - since;
    const frame = frames[Math.floor(passed / 80) % frames.length] ?? '';
    const time = passed < 1_000 ? '' : ` ${Math.floor(passed / 1_000)} s`;
    const line = cleanText(words, Math.max(10, columns() - 12));
    write(`${eraseLine}${colours.cyan(frame)} ${colours.dim(`${line}${time}`)}`);
  }
  return {
    say(text) {
      words = text;
      since = performance.now();
      timer ??= setInterval(draw, 80).unref();
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
