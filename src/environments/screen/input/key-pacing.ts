import type { ScreenNode } from '../screen.js';
import { sleep } from '../settle/sleep.js';

/** A button that a key presses stays pressed this long and ignores the same key meanwhile. */
const pressedMs = 280;
/** A longer text is not meant for buttons. */
const maxPacedCharacters = 60;

/** Delays repeated characters where characters press buttons (a calculator), so that each press counts. */
export interface KeyPacing {
  /** Calls `write` with chunks of the text. A repeated character starts a new chunk. */
  type(
    text: string,
    node: ScreenNode | undefined,
    write: (chunk: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Waits until the key can be pressed again. */
  awaitKey(key: string, node: ScreenNode | undefined, signal?: AbortSignal): Promise<void>;
}

export function createKeyPacing(): KeyPacing {
  const lastPresses = new Map<string, number>();

  async function awaitRelease(keys: Iterable<string>, signal?: AbortSignal): Promise<void> {
    const last = Math.max(...[...keys].map((key) => lastPresses.get(key) ?? Number.NEGATIVE_INFINITY));
    const leftMs = last + pressedMs - performance.now();
    if (leftMs > 0) await sleep(leftMs, signal);
  }

  function recordPresses(keys: Iterable<string>): void {
    const now = performance.now();
    for (const key of keys) lastPresses.set(key, now);
  }

  return {
    async type(text, node, write, signal) {
      if (takesCharacters(node) || text.length > maxPacedCharacters) return write(text);
      for (const chunk of splitAtRepeats(text)) {
        await awaitRelease(chunk, signal);
        await write(chunk);
        recordPresses(chunk);
      }
    },
    async awaitKey(key, node, signal) {
      if ([...key].length > 1 || takesCharacters(node)) return;
      await awaitRelease([key], signal);
      recordPresses([key]);
    },
  };
}

/** Fields, terminals and cells take characters at any speed. */
function takesCharacters(node: ScreenNode | undefined): boolean {
  if (node?.role === 'TextInput') return !node.states.includes('readonly') || node.kind === 'terminal';
  return node?.role === 'TableCell' || node?.role === 'Dropdown';
}

/** Splits a text into chunks without a repeated character. */
function splitAtRepeats(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (chunk.includes(character)) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  return chunk === '' ? chunks : [...chunks, chunk];
}
