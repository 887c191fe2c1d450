import { type Command, Option } from 'commander';
import { appendValue, parseNames, parsePort, parsePositiveAmount, parseSizeOption } from './option-values.js';
import { addScreenFlags } from './screen-flags.js';

/** Defines `handrail mcp`. The implementation is loaded when the command is called. */
export function defineMcp(program: Command): void {
  addScreenFlags(program.command('mcp'))
    .description('serve the tools to MCP clients, over stdio or HTTP')
    .option('--http [port]', 'serve over HTTP; without a port, on a free one', parsePort)
    .option(
      '--host <address>',
      'address on which HTTP listens (default 127.0.0.1); an address that other machines can reach needs --token',
    )
    .option(
      '--token <token>',
      'token that HTTP clients must send; repeatable: clients with different tokens share no sessions',
      appendValue,
    )
    .option('--share-browser', 'let the sessions of clients with different tokens share one browser process')
    .option('--idle <seconds>', 'close sessions after this time without use (default 1800)', parsePositiveAmount)
    .option(
      '--tools <names>',
      'tool sets (computer_use, browse, browser, desktop, all) or tools to serve; -name leaves one out; default: browser, for a desktop or container: desktop',
      parseNames,
    )
    .addOption(
      new Option(
        '--approve <mode>',
        'approve calls of safety level medium and above; ask: the user of the client decides',
      )
        .choices(['ask', 'all', 'none'])
        .default('ask'),
    )
    .option('--policy <name or file>', 'what needs approval: watch, careful (default), trusted, open, or a policy file')
    .option('--secrets <file>', 'file that names the secrets for {{secret:NAME}}, and where each may be typed')
    .option('--allow-evaluate', 'allow the evaluate tool to run scripts in pages')
    .option('--url <url>', 'first page of the default session')
    .option('--headed', 'show the browser window')
    .option('--viewport <size>', 'width and height (default 1440x900)', parseSizeOption)
    .option('--profile <folder>', 'browser profile of the default session')
    .action(async (options) => (await import('../commands/mcp.js')).serveMcp(options, program.version() ?? ''));
}
