import { type Command, Option } from 'commander';
import { names, size } from './option-values.js';

/** The command `mcp` with its options. */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools to MCP clients, over standard input and output or over HTTP')
    .option('--tools <names>', 'computer_use, browse, browser (default), all, or names of tools', names)
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
      const { serveMcp } = await import('./command-mcp.js');
      await serveMcp(options, program.version() ?? '');
    });
}
