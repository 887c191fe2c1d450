import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { toFault } from '../../core/errors.js';
import { exitCodes, faultCode } from '../terminal/exit-codes.js';
import { addContainer } from './commands/add-container.js';
import { addDesktop } from './commands/add-desktop.js';
import { addMcp } from './commands/add-mcp.js';
import { amount, gather, names, pauseLength, seconds, size, wholeNumber } from './option-values.js';
import { interruptedCode } from './run/interruption.js';
import { addScreenFlags } from './screen-flags.js';
import { nextStep, printFault, usageMessage } from './usage.js';

/** Runs the command line and gives back what it ends with. Never throws. */
export async function runProgram(parameters: readonly string[]): Promise<number> {
  let code: number = exitCodes.done;
  const program = createProgram((ended) => {
    code = ended;
  });
  try {
    if (parameters.length === 0) program.outputHelp();
    else await program.parseAsync(parameters, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done; // help and version
      if (error.code === 'commander.help') return exitCodes.usage; // a command without its second word, which was explained
      printFault(
        { code: 'invalid_option', message: usageMessage(error), hint: nextStep(program, parameters) },
        parameters,
      );
      return exitCodes.usage;
    }
    const fault = toFault(error);
    printFault(fault, parameters);
    return interruptedCode(error) ?? faultCode(fault.code);
  }
}

/** Every command with its options. What a command does is loaded when it is called. */
export function createProgram(onEnd: (code: number) => void = () => undefined): Command {
  const program = new Command('handrail')
    .description('Hands on any screen, with a rail to hold.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      `
Session commands, on a browser or desktop that stays open between them:
  open <address>, observe, batch, sessions, close, and every tool: click, type, fill, select, read_page, download …
  Each explains itself: handrail click --help. All of it on one page: handrail skill

Examples:
  handrail run "Search for mug. Tell me the price of the first result." --url https://shop.example
  handrail open https://shop.example
  handrail click "Add to cart"`,
    );
  addRun(program, onEnd);
  addMcp(program);
  addDesktop(program, onEnd);
  addContainer(program);
  program
    .command('tools [name]')
    .description('list the tools, or show one in full')
    .option('--category <category>', 'only the tools of a category')
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { showTools } = await import('./commands/tools.js');
      showTools(name, options);
    });
  program
    .command('models')
    .description('list the models that can be used now, or why not')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { showModels } = await import('./commands/models.js');
      await showModels(options);
    });
  program
    .command('runs')
    .description('list the runs that were written down, newest first')
    .option('--limit <number>', 'how many', wholeNumber, 20)
    .option('--journal <folder>', 'where they are, when not under .handrail/runs')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { showRuns } = await import('./commands/runs.js');
      showRuns(options);
    });
  program
    .command('report [run]')
    .summary('make the report of a run again')
    .description('make the report of a run again from its journal: a folder or an id; the newest run when not said')
    .option('--json', 'print JSON')
    .action(async (run, options) => {
      const { remakeReport } = await import('./commands/report.js');
      remakeReport(run, options);
    });
  program
    .command('doctor [kind]')
    .description('try a real click on every kind of screen')
    .option('--timeout <seconds>', 'time for each trial', seconds)
    .option('--json', 'print JSON')
    .action(async (kind, options) => {
      const { runDoctor } = await import('./commands/doctor.js');
      onEnd(await runDoctor({ ...options, kind }));
    });
  program
    .command('skill')
    .description('print one page that teaches an agent to use it')
    .action(async () => {
      const { showSkill } = await import('./commands/skill.js');
      showSkill();
    });
  return program;
}

function addRun(program: Command, onEnd: (code: number) => void): void {
  addScreenFlags(program.command('run [task...]'))
    .summary('do a task that is said in plain words')
    .description('do a task that is said in plain words; "-" reads it from standard input')
    .option('--file <path>', 'read the task from a file')
    .option('--url <address>', 'where to begin, in a browser')
    .option(
      '--model <name>',
      'what decides: steps, provider/model (see: handrail models), or scripted:<file.json>',
      'steps',
    )
    .option('--base-url <address>', 'where the server of the model is, when not where its provider usually is')
    .option('--fallback <name>', 'takes over where the model cannot go on')
    .option(
      '--expect <what>',
      'what must hold at the end: text=…, url=…, element=…, schema=…; plain words are text',
      gather,
    )
    .option('--expect-text <words>', 'words that the page shows at the end', gather)
    .option('--expect-url <part>', 'part of the address at the end')
    .option('--expect-element <phrase>', 'something that is on the page at the end', gather)
    .option('--expect-schema <file or JSON>', 'a JSON Schema that the answer fits')
    .addOption(
      new Option('--approve <who>', 'from safety level medium up: ask (on a terminal), all, none').choices([
        'ask',
        'all',
        'none',
      ]),
    )
    .option('--allow-evaluate', 'let the evaluate tool run scripts in pages')
    .option('--tools <names>', 'only these tools, or with -name all but these', names)
    .option('--max-steps <number>', 'steps at most (25)', wholeNumber)
    .option('--timeout <seconds>', 'time for the whole run (600)', seconds)
    .option('--max-tokens <number>', 'tokens at most', wholeNumber)
    .option('--max-money <dollars>', 'money at most', amount)
    .option('--journal <folder>', 'where to write the run down (.handrail/runs)')
    .option('--no-journal', 'write nothing down')
    .option('--no-pictures', 'take no pictures')
    .option('--headed', 'show the browser')
    .option('--slow <ms>', 'wait between steps, to watch', pauseLength)
    .option('--profile <folder>', 'a browser profile that keeps cookies and settings')
    .option('--viewport <size>', 'width and height (1440x900)', size)
    .option('--json', 'print one line of JSON for each event, and the result as the last')
    .addHelpText('after', '\nEnds with: 0 done, 1 failed, 2 usage, 3 refused or needs approval, 130 interrupted.')
    .action(async (words, options) => {
      const { runTask } = await import('./run/run.js');
      onEnd(await runTask(words, options));
    });
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
