import { createColors } from 'picocolors';

export type Colours = ReturnType<typeof createColors>;

/** Where the lines for a person go, and what can be done there. */
export interface Output {
  /** Writes unless the reader has left. */
  write(text: string): void;
  colours: Colours;
  /** A terminal on which something may move. */
  isLive: boolean;
  columns(): number;
}

/** Standard output. `onLeft` is called once when its reader has left. */
export function openOutput(onLeft: () => void = () => undefined): Output {
  const { stdout, env } = process;
  let hasLeft = false;
  stdout.on('error', () => {
    if (!hasLeft) onLeft();
    hasLeft = true;
  });
  return {
    write(text) {
      if (!hasLeft) stdout.write(text);
    },
    colours: createColors(hasColours(stdout.isTTY, env)),
    isLive: stdout.isTTY === true && env.TERM !== 'dumb' && !env.CI,
    columns: () => stdout.columns || 80,
  };
}

/** `isTerminal` is undefined in a pipe, whatever its type says. */
function hasColours(isTerminal: boolean | undefined, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return isTerminal === true && env.TERM !== 'dumb';
}
