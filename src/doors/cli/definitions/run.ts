import { type Command, Option } from 'commander';
import {
  appendValue,
  parseAmount,
  parseNames,
  parsePauseMs,
  parsePositiveAmount,
  parseSizeOption,
  parseWholeNumber,
} from './option-values.js';
import { addScreenFlags } from './screen-flags.js';

/** Defines `handrail run`. The implementation is loaded when the command is called. */
export function defineRun(program: Command, onExit: (code: number) => void): void {
  addScreenFlags(program.command('run').argument('[task...]', 'the task; "-" reads it from standard input'))
    .summary('run a task given in plain language')
    .description('run a task given in plain language')
    .option('--file <path>', 'read the task from a file')
    .option('--url <url>', 'URL of the first page; for a browser')
    .option('--model <name>', 'model: steps, provider/model (see: handrail models) or scripted:<file.json>', 'steps')
    .option('--base-url <url>', 'URL of the model server, if it is not the default of the provider')
    .option('--api-key-variable <name>', 'environment variable with the API key for the server of --base-url')
    .option('--fallback <name>', 'model that continues if the first one cannot')
    .option(
      '--expect <condition>',
      'condition that must hold at the end: text=…, url=…, element=…, schema=…; without a prefix it is text; repeatable',
      appendValue,
    )
    .option('--expect-text <text>', 'text that the page must show at the end; repeatable', appendValue)
    .option('--expect-url <text>', 'text that the URL must contain at the end')
    .option('--expect-element <phrase>', 'element that must be on the page at the end; repeatable', appendValue)
    .option('--expect-schema <file or JSON>', 'JSON Schema that the answer must match')
    .addOption(
      new Option(
        '--approve <mode>',
        'approve actions of safety level medium and above; ask: you decide (default on a terminal, otherwise none)',
      ).choices(['ask', 'all', 'none']),
    )
    .option('--policy <name or file>', 'what needs approval: watch, careful (default), trusted, open, or a policy file')
    .option('--secrets <file>', 'file that names the secrets for {{secret:NAME}}, and where each may be typed')
    .option('--allow-evaluate', 'allow the evaluate tool to run scripts in pages')
    .option('--tools <names>', 'tools or tool sets to offer, such as click,type; -name leaves one out', parseNames)
    .option('--max-steps <number>', 'maximum number of steps (default 25)', parseWholeNumber)
    .option('--timeout-ms <milliseconds>', 'time limit of the run (default 600000)', parsePositiveAmount)
    .option('--max-tokens <number>', 'maximum number of tokens', parseWholeNumber)
    .option('--max-cost-usd <dollars>', 'maximum cost of the model', parseAmount)
    .option('--journal <folder>', 'folder for the record of the run (default .handrail/runs)')
    .option('--no-journal', 'record nothing')
    .option('--no-pictures', 'take no pictures')
    .option('--headed', 'show the browser window')
    .option('--slow <ms>', 'pause between steps, so that you can watch', parsePauseMs)
    .option('--profile <folder>', 'browser profile that keeps cookies and settings')
    .option('--viewport <size>', 'width and height (default 1440x900)', parseSizeOption)
    .option('--json', 'print one line of JSON per event, and the result as the last line')
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 usage, 3 refused or needs approval, 130 interrupted.')
    .action(async (args, options) => onExit(await (await import('../run/run-task.js')).runTask(args, options)));
}
