import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { names, seconds, size } from '../option-values.js';

/** `handrail container …` with its options. What a command does is loaded when it is called. */
export function addContainer(program: Command): void {
  const container = program
    .command('container')
    .summary('Linux desktops in Docker: up, down, list')
    .description('Linux desktops in Docker: handrail container up, down, list')
    .helpCommand(false);
  container
    .command('up [name]')
    .description('build the image where there is none, and start a desktop (cua-container)')
    .option('--packages <names>', 'Debian packages to have in it, such as galculator,mousepad', names)
    .option('--size <size>', 'width and height (1440x900)', size)
    .option('--network', 'let it reach the network')
    .option('--memory <amount>', 'memory at most (2g)', memory)
    .option('--cpus <number>', 'processors at most (2)', seconds)
    .option('--socket <path>', 'where the Docker engine is (DOCKER_HOST)')
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { containerUpCommand } = await import('./container.js');
      await containerUpCommand(name, options);
    });
  container
    .command('down [name]')
    .description('remove a desktop, with everything in it (cua-container)')
    .option('--socket <path>', 'where the Docker engine is (DOCKER_HOST)')
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { containerDownCommand } = await import('./container.js');
      await containerDownCommand(name, options);
    });
  container
    .command('list')
    .description('list the desktops that were made here')
    .option('--socket <path>', 'where the Docker engine is (DOCKER_HOST)')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { containerListCommand } = await import('./container.js');
      await containerListCommand(options);
    });
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** `512m`, `1g`. */
function memory(value: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(value.trim()) ?? [];
  const bytes = Number(amount) * (units[unit.toLowerCase()] ?? Number.NaN);
  if (amount === '' || !(bytes >= 64 * 1024 ** 2))
    throw new InvalidArgumentError('Give an amount from 64m, such as 1g.');
  return Math.round(bytes);
}
