import { createColors } from 'picocolors';

export type Colours = ReturnType<typeof createColors>;

/** Standard output for users. */
export interface Output {
  /** Writes unless the reader has left. */
  write(text: string): void;
  colours: Colours;
  /** True for a terminal that can show an animation. */
  isInteractive: boolean;
  columns(): number;
}

/** Opens standard output. Calls `onReaderLeft` once if the reader closes it. */
export function openOutput(onReaderLeft: () => void = () => undefined): Output {
  const { stdout, env } = process;
  let hasReaderLeft = false;
  stdout.on('error', () => {
    if (!hasReaderLeft) onReaderLeft();
    hasReaderLeft = true;
  });
  return {
    write(text) {
      if (!hasReaderLeft) stdout.write(text);
    },
    colours: createColors(supportsColour(stdout.isTTY, env)),
    isInteractive: stdout.isTTY === true && env.TERM !== 'dumb' && !env.CI,
    columns: () => stdout.columns || 80,
  };
}

/** `isTerminal` is undefined in a pipe, although its type does not say so. */
function supportsColour(isTerminal: boolean | undefined, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return isTerminal === true && env.TERM !== 'dumb';
}
