import type { Command } from 'commander';
import { parseMemory, parseNames, parsePositiveAmount, parseSizeOption } from './option-values.js';

const socketOption = ['--socket <path>', 'socket of the Docker engine (default DOCKER_HOST)'] as const;

/** Defines `handrail container`. The implementation is loaded when a command is called. */
export function defineContainer(program: Command): void {
  const container = program
    .command('container')
    .summary('Linux desktops in Docker: up, down, list')
    .description('Linux desktops in Docker: handrail container up, down, list')
    .helpCommand(false);
  container
    .command('up [name]')
    .description('build the image if there is none, and start a desktop (default name cua-container)')
    .option('--packages <names>', 'Debian packages to install, such as galculator,mousepad', parseNames)
    .option('--size <size>', 'width and height (default 1440x900)', parseSizeOption)
    .option('--network', 'allow access to the network')
    .option('--memory <amount>', 'maximum memory (default 2g)', parseMemory)
    .option('--cpus <number>', 'maximum number of processors (default 2)', parsePositiveAmount)
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { containerUpCommand } = await import('../commands/container.js');
      await containerUpCommand(name, options);
    });
  container
    .command('down [name]')
    .description('remove a desktop with everything in it (default name cua-container)')
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { containerDownCommand } = await import('../commands/container.js');
      await containerDownCommand(name, options);
    });
  container
    .command('list')
    .description('list the desktops that Handrail created')
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { containerListCommand } = await import('../commands/container.js');
      await containerListCommand(options);
    });
}
