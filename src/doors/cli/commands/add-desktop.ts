import type { Command } from 'commander';
import { gather, size } from '../option-values.js';

/** `handrail desktop …` with its options. What a command does is loaded when it is called. */
export function addDesktop(program: Command, onEnd: (code: number) => void): void {
  const desktop = program
    .command('desktop')
    .summary('a private Linux desktop to work on: up')
    .description('a private Linux desktop to work on: handrail desktop up')
    .helpCommand(false);
  desktop
    .command('up')
    .description('start one, and keep it until Ctrl+C')
    .option('--size <size>', 'width and height (1280x800)', size)
    .option('--watch', 'show it in a browser, on this machine only (needs x11vnc and novnc)')
    .option('--launch <program>', 'start a program on it; may be given again', gather)
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { desktopUp } = await import('./desktop.js');
      onEnd(await desktopUp(options));
    });
}
