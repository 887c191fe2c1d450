import type { ScreenNode } from '../screen.js';
import { pause } from '../settle/settle.js';

/** A button that a key presses is down for so long, and deaf to the same key meanwhile. */
const downMs = 280;
/** A longer text is none for buttons. */
const longest = 60;

/** Presses of one character follow each other no faster than a button comes up again, where characters press buttons. */
export interface KeyPace {
  /** Types piece by piece: a character that comes again begins another. */
  type(
    text: string,
    node: ScreenNode | undefined,
    work: (piece: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Waits until this key can be pressed again. */
  press(key: string, node: ScreenNode | undefined, signal?: AbortSignal): Promise<void>;
}

export function createKeyPace(): KeyPace {
  const lastPressed = new Map<string, number>();
  const wait = async (keys: Iterable<string>, signal?: AbortSignal): Promise<void> => {
    const last = Math.max(...[...keys].map((key) => lastPressed.get(key) ?? Number.NEGATIVE_INFINITY));
    const left = last + downMs - performance.now();
    if (left > 0) await pause(left, signal);
  };
  const note = (keys: Iterable<string>): void => {
    const now = performance.now();
    for (const key of keys) lastPressed.set(key, now);
  };

  return {
    async type(text, node, work, signal) {
      if (takesWords(node) || text.length > longest) return work(text);
      for (const piece of piecesOf(text)) {
        await wait(piece, signal);
        await work(piece);
        note(piece);
      }
    },
    async press(key, node, signal) {
      if ([...key].length > 1 || takesWords(node)) return;
      await wait([key], signal);
      note([key]);
    },
  };
}

/** Fields, terminals and cells take characters as fast as they come. */
function takesWords(node: ScreenNode | undefined): boolean {
  if (node?.role === 'TextInput') return !node.states.includes('readonly') || node.kind === 'terminal';
  return node?.role === 'TableCell' || node?.role === 'Dropdown';
}

/** The text in pieces in which no character comes twice. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.includes(character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
