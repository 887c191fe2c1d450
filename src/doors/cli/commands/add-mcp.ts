import { type Command, InvalidArgumentError, Option } from 'commander';
import { gather, names, seconds, size, wholeNumber } from '../option-values.js';
import { addScreenFlags } from '../screen-flags.js';

/** The command `mcp` with its options. */
export function addMcp(program: Command): void {
  addScreenFlags(program.command('mcp'))
    .description('serve the tools to MCP clients, by stdio or HTTP')
    .option('--http [port]', 'serve over HTTP, at a free port when none is given', port)
    .option(
      '--host <address>',
      'where HTTP listens; elsewhere than on this machine a token has to be given (127.0.0.1)',
    )
    .option('--token <token>', 'what clients have to send over HTTP; again for each client of its own', gather)
    .option('--idle <seconds>', 'close sessions that nobody uses for so long (1800)', seconds)
    .option('--tools <names>', 'computer_use, browse, browser or desktop (default), all, or names of tools', names)
    .addOption(
      new Option('--approve <who>', 'from safety level medium up: ask (the person behind the client), all, none')
        .choices(['ask', 'all', 'none'])
        .default('ask'),
    )
    .option('--allow-evaluate', 'let the evaluate tool run scripts in pages')
    .option('--url <address>', 'where the default session begins')
    .option('--headed', 'show the browser')
    .option('--viewport <size>', 'width and height (1440x900)', size)
    .option('--profile <folder>', 'a browser profile for the default session')
    .action(async (options) => {
      const { serveMcp } = await import('./mcp.js');
      await serveMcp(options, program.version() ?? '');
    });
}

function port(value: string): number {
  const given = wholeNumber(value);
  if (given > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return given;
}
