import type { Command } from 'commander';
import { parseMemory, parseNames, parsePositiveAmount, parseSizeOption } from './option-values.js';

const socketOption = ['--socket <path>', 'socket of the Docker engine (default DOCKER_HOST)'] as const;

/** Defines `handrail container`. The implementation is loaded when a command is called. */
export function defineContainer(program: Command): void {
  const container = program
    .command('container')
    .summary('manage Linux desktops in Docker: up, down, list')
    .description('manage Linux desktops in Docker: handrail container up, down, list')
    .helpCommand(false);
  container
    .command('up')
    .argument('[name]', 'name of the container (default cua-container)')
    .description('start a desktop; the first start builds its image')
    .option('--packages <names>', 'Debian packages to install, such as galculator,mousepad', parseNames)
    .option('--size <size>', 'width and height (default 1440x900)', parseSizeOption)
    .option('--network', 'allow access to the network')
    .option('--memory <amount>', 'maximum memory (default 2g)', parseMemory)
    .option('--cpus <number>', 'maximum number of processors (default 2)', parsePositiveAmount)
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (name, options) => (await import('../commands/container.js')).containerUpCommand(name, options));
  container
    .command('down')
    .argument('[name]', 'name of the container (default cua-container)')
    .description('remove a desktop with everything in it')
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (name, options) => (await import('../commands/container.js')).containerDownCommand(name, options));
  container
    .command('list')
    .description('list the containers that Handrail created')
    .option(...socketOption)
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../commands/container.js')).containerListCommand(options));
}
