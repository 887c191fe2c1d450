import type { Command } from 'commander';
import { parsePositiveAmount, parseWholeNumber } from './option-values.js';

/** Defines the commands that list or print something. Their implementations are loaded when they are called. */
export function defineRecords(program: Command, onExit: (code: number) => void): void {
  program
    .command('tools')
    .argument('[name]', 'the tool to print in full')
    .description('list the tools, or print one in full')
    .option('--category <category>', 'only the tools of this category')
    .option('--json', 'print JSON')
    .action(async (name, options) => (await import('../commands/tools.js')).showTools(name, options));
  program
    .command('models')
    .description('list the models, with what is missing to use them')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../commands/models.js')).showModels(options));
  program
    .command('runs')
    .description('list the recorded runs, newest first')
    .option('--limit <number>', 'maximum number of runs', parseWholeNumber, 20)
    .option('--journal <folder>', 'folder of the runs (default .handrail/runs)')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('../commands/runs.js')).showRuns(options));
  program
    .command('report')
    .argument('[run]', 'folder or id of the run (default: the newest)')
    .summary('write the report of a run again')
    .description('write the report of a run again, from its journal')
    .option('--json', 'print JSON')
    .action(async (run, options) => (await import('../commands/report.js')).rewriteReport(run, options));
  program
    .command('doctor')
    .argument('[kind]', 'only this environment: browser, desktop or container')
    .description('test each environment with real clicks and typed text')
    .option('--timeout-ms <milliseconds>', 'time limit of each check', parsePositiveAmount)
    .option('--json', 'print JSON')
    .action(async (kind, options) =>
      onExit(await (await import('../commands/doctor.js')).runDoctor({ ...options, kind })),
    );
  program
    .command('redteam')
    .summary('try injection pages on this computer, without network')
    .description(
      'try injection pages with an obedient model, without network and key; exit code 1 if an attack got through',
    )
    .option('--model <name>', 'a model to test instead of the obedient one, as provider/model')
    .option('--policy <name or file>', 'the policy to test (default careful)')
    .option('--only <text>', 'only pages and goals that contain this')
    .option('--limit <number>', 'at most this many, evenly chosen', parseWholeNumber)
    .option('--json', 'print JSON')
    .action(async (options) => onExit(await (await import('../commands/redteam.js')).runRedteam(options)));
  program
    .command('skill')
    .description('print a guide to the session commands, for agents')
    .action(async () => (await import('../commands/skill.js')).showSkill());
}
