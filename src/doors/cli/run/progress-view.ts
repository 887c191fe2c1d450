import type { RunEvent, RunResult } from '../../../agent/events.js';
import type { Call } from '../../../models/model.js';
import { cleanText } from '../../../perception/page-text.js';
import type { ToolResult } from '../../../tools/tool.js';
import type { Colours, Output } from '../output.js';
import { callWords } from './call-words.js';
import { endLines } from './result-lines.js';
import { createDiscretion } from './secret-filter.js';
import { createSpinner } from './spinner.js';
import type { View } from './view.js';

const longestLine = 400;
const mostChanges = 2;
const indent = '     ';
/** Changes that tell a person less than others. */
const minor = /^(?:focus|request|moved|attribute|pixels|appeared:$)/;

/** Each step as it happens: number, thought, action, what was seen to change, time. */
export function createProgressView(output: Output): View {
  const { colours } = output;
  const discretion = createDiscretion();
  const spinner = createSpinner(output);
  const toLines = createLines(colours);
  return {
    event(event) {
      discretion.event(event); // so that it knows what to leave out
      spinner.hide();
      for (const line of toLines(event)) output.write(`${discretion.line(line)}\n`);
      const now = underWay(event);
      if (now) spinner.say(discretion.line(now));
    },
    end(result: RunResult) {
      spinner.hide();
      for (const { text, isAnswer } of endLines(result, colours))
        output.write(`${isAnswer ? text : discretion.line(text)}\n`);
    },
    remark(text) {
      spinner.hide();
      process.stderr.write(`note: ${text}\n`);
    },
    async aside(work) {
      spinner.hide();
      return work();
    },
  };
}

function createLines({ bold, dim, red, yellow }: Colours): (event: RunEvent) => string[] {
  let numbered = 0;
  /** The first line of a step begins with its number. */
  function line(step: number, text: string): string {
    const start = step === numbered ? indent : bold(`${String(step).padStart(3)}  `);
    numbered = step;
    return `${start}${text}`;
  }
  return (event) => {
    switch (event.type) {
      case 'run_started': {
        const where = event.url === undefined ? '' : `, ${event.url}`;
        return [bold(clean(event.task)), dim(`with ${event.model}${where}`), ''];
      }
      case 'replied': {
        if (event.unreadable !== undefined) return [line(event.step, red(`not readable: ${clean(event.unreadable)}`))];
        const said = clean(event.thought ?? event.text ?? '');
        return said === '' ? [] : [line(event.step, said)];
      }
      case 'call_ended': {
        const { step, call, result, target, ms } = event;
        if (result.success && isEnd(call)) return []; // how it ended is said below, once
        const mark = result.success ? '' : `${red('✗')} `;
        return [
          line(step, `${mark}${callWords(call, target?.name)}  ${dim(`${(ms / 1_000).toFixed(2)} s`)}`),
          ...effectLines(result).map((words) => line(step, result.success ? dim(`→ ${words}`) : red(words))),
        ];
      }
      case 'call_skipped':
        return [line(event.step, dim(`not run: ${callWords(event.call)}`))];
      case 'approval_answered':
        return [line(event.step, `${event.allowed ? 'approved' : red('not approved')}: ${clean(event.what)}`)];
      case 'note':
        return [line(event.step, yellow(clean(event.text)))];
      case 'log':
        return [line(event.step, clean(event.text))];
      default:
        return [];
    }
  };
}

function isEnd(call: Call): boolean {
  return 'tool' in call && (call.tool === 'complete' || call.tool === 'fail');
}

/** What was seen to change, in a few lines, or why it failed. */
function effectLines({ success, error, metadata }: ToolResult): string[] {
  if (!success) return [clean(error ?? 'It failed.')];
  if (metadata.effect === undefined) return [];
  if (metadata.effect === 'unchanged') return ['nothing was seen to change'];
  // The first line only counts the others.
  const seen = (metadata.seen ?? '').split('\n').slice(1);
  const lines = [...seen.filter((line) => !minor.test(line)), ...seen.filter((line) => minor.test(line))];
  if (lines.length === 0) return [metadata.effect === 'changed' ? 'changed' : 'it may have happened'];
  const more = lines.length > mostChanges ? `, and ${lines.length - mostChanges} more` : '';
  return [`${lines.slice(0, mostChanges).map(clean).join('; ')}${more}`];
}

function underWay(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return 'opening the browser';
    case 'step_started':
    case 'step_ended':
      return 'looking';
    case 'observed':
      return 'deciding';
    case 'call_started':
      return callWords(event.call);
    default:
      return undefined;
  }
}

function clean(text: string): string {
  return cleanText(text, longestLine);
}
