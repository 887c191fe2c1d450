import type { Command } from 'commander';
import { parsePositiveAmount, parseWholeNumber } from './option-values.js';

/** Defines the commands that list or print something. Their implementations are loaded when they are called. */
export function defineRecords(program: Command, onExit: (code: number) => void): void {
  program
    .command('tools [name]')
    .description('list the tools, or print one in full')
    .option('--category <category>', 'only the tools of this category')
    .option('--json', 'print JSON')
    .action(async (name, options) => {
      const { showTools } = await import('../commands/tools.js');
      showTools(name, options);
    });
  program
    .command('models')
    .description('list the models, with what is missing to use them')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { showModels } = await import('../commands/models.js');
      await showModels(options);
    });
  program
    .command('runs')
    .description('list the recorded runs, newest first')
    .option('--limit <number>', 'maximum number of runs', parseWholeNumber, 20)
    .option('--journal <folder>', 'folder of the runs (default .handrail/runs)')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { showRuns } = await import('../commands/runs.js');
      showRuns(options);
    });
  program
    .command('report [run]')
    .summary('write the report of a run again')
    .description(
      'write the report of a run again from its journal; the run is a folder or an id, by default the newest',
    )
    .option('--json', 'print JSON')
    .action(async (run, options) => {
      const { rewriteReport } = await import('../commands/report.js');
      rewriteReport(run, options);
    });
  program
    .command('doctor [kind]')
    .description('test each environment with a real click')
    .option('--timeout <seconds>', 'time limit of each trial', parsePositiveAmount)
    .option('--json', 'print JSON')
    .action(async (kind, options) => {
      const { runDoctor } = await import('../commands/doctor.js');
      onExit(await runDoctor({ ...options, kind }));
    });
  program
    .command('skill')
    .description('print a page about sessions, for agents')
    .action(async () => {
      const { showSkill } = await import('../commands/skill.js');
      showSkill();
    });
}
