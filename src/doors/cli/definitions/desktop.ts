import type { Command } from 'commander';
import { appendValue, parseSizeOption } from './option-values.js';

/** Defines `handrail desktop`. The implementation is loaded when the command is called. */
export function defineDesktop(program: Command, onExit: (code: number) => void): void {
  const desktop = program
    .command('desktop')
    .summary('start a private Linux desktop: up')
    .description('start a private Linux desktop: handrail desktop up')
    .helpCommand(false);
  desktop
    .command('up')
    .description('start a private desktop, which runs until Ctrl+C')
    .option('--size <size>', 'width and height (default 1280x800)', parseSizeOption)
    .option('--watch', 'show it in a browser, on this machine only (needs x11vnc and novnc)')
    .option('--launch <program>', 'program to start on it; repeatable', appendValue)
    .option('--json', 'print JSON')
    .action(async (options) => onExit(await (await import('../commands/desktop.js')).desktopUp(options)));
}
