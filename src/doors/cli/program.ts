import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { toFault } from '../../core/errors.js';
import { packagePath } from '../../environments/processes/package-paths.js';
import { exitCodeForFault, exitCodes } from '../command-line/exit-codes.js';
import { defineContainer } from './definitions/container.js';
import { defineDesktop } from './definitions/desktop.js';
import { defineMcp } from './definitions/mcp.js';
import { definePolicy } from './definitions/policy.js';
import { defineRecords } from './definitions/records.js';
import { defineRun } from './definitions/run.js';
import { exitCodeForInterruption } from './interruption.js';
import { formatUsageError, printFault, suggestNextStep } from './usage.js';

/** Runs a command of this process. Returns the exit code. Never throws. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.done;
  const program = createProgram((exitCode) => {
    code = exitCode;
  });
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done; // help and version
      if (error.code === 'commander.help') return exitCodes.usage; // a subcommand is missing, and help was printed
      printFault(
        { code: 'invalid_option', message: formatUsageError(error), hint: suggestNextStep(program, args) },
        args,
      );
      return exitCodes.usage;
    }
    const fault = toFault(error);
    printFault(fault, args);
    return exitCodeForInterruption(error) ?? exitCodeForFault(fault.code);
  }
}

const helpText = `
Session commands, for a browser or desktop that stays open between commands:
  open <url>, observe, batch, sessions, close, and every tool: click, type, fill, select, read_page, download …
  Help on one command: handrail click --help. All of them on one page: handrail skill

Examples:
  handrail run "Search for mug. Tell me the price of the first result." --url https://shop.example
  handrail open https://shop.example
  handrail click "Add to cart"`;

/** All commands of this process with their options. */
export function createProgram(onExit: (code: number) => void = () => undefined): Command {
  const program = new Command('handrail')
    .description('Automates browsers, desktops and containers. Verifies every action.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', helpText);
  defineRun(program, onExit);
  defineMcp(program);
  defineDesktop(program, onExit);
  defineContainer(program);
  definePolicy(program, onExit);
  defineRecords(program, onExit);
  return program;
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'));
  return String(version);
}
