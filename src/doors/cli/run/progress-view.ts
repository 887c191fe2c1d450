import type { CallEndResult, RunEvent, RunResult } from '../../../agent/events.js';
import type { Call } from '../../../models/model.js';
import { cleanText } from '../../../perception/quote-text.js';
import { toTerminalText } from '../../command-line/terminal-text.js';
import type { Colours, Output } from '../output.js';
import { describeCall } from './describe-call.js';
import { formatResult } from './format-result.js';
import type { RunView } from './run-view.js';
import { createSecretFilter } from './secret-filter.js';
import { createSpinner } from './spinner.js';

const maxLineLength = 400;
const maxChanges = 2;
const indent = '     ';
/** Changes that tell a user less than others. They are shown last. */
const minorChange = /^(?:focus|request|moved|attribute|pixels|appeared:$)/;

/** Prints each step as it happens: number, thought, action, changes, time. */
export function createProgressView(output: Output): RunView {
  const { colours } = output;
  const { redactEvent, redactText } = createSecretFilter();
  const spinner = createSpinner(output);
  const formatEvent = createEventFormatter(colours);
  return {
    onEvent(event) {
      redactEvent(event); // the filter learns secrets from it
      spinner.hide();
      for (const line of formatEvent(event)) output.write(`${redactText(line)}\n`);
      const activity = describeActivity(event);
      if (activity) spinner.show(redactText(activity));
    },
    onEnd(result: RunResult) {
      spinner.hide();
      for (const { text, isAnswer } of formatResult(result, colours))
        output.write(`${isAnswer ? text : redactText(text)}\n`);
    },
    printNote(text) {
      spinner.hide();
      process.stderr.write(`note: ${toTerminalText(text)}\n`);
    },
    async pauseWhile(work) {
      spinner.hide();
      return work();
    },
  };
}

function createEventFormatter({ bold, dim, red, yellow }: Colours): (event: RunEvent) => string[] {
  let lastStep = 0;
  /** The first line of a step starts with its number. */
  function line(step: number, text: string): string {
    const start = step === lastStep ? indent : bold(`${String(step).padStart(3)}  `);
    lastStep = step;
    return `${start}${text}`;
  }
  return (event) => {
    switch (event.type) {
      case 'run_started': {
        const url = event.url === undefined ? '' : `, ${event.url}`;
        return [bold(clean(event.task)), dim(`with ${event.model}${url}`), ''];
      }
      case 'model_replied': {
        if (event.unreadable !== undefined)
          return [line(event.step, red(`unreadable reply: ${clean(event.unreadable)}`))];
        const text = clean(event.thought ?? event.text ?? '');
        return text === '' ? [] : [line(event.step, text)];
      }
      case 'call_ended': {
        const { step, call, result, target, ms } = event;
        if (result.success && isFinal(call)) return []; // the result is printed at the end
        const mark = result.success ? '' : `${red('✗')} `;
        return [
          line(step, `${mark}${describeCall(call, target?.name)}  ${dim(`${(ms / 1_000).toFixed(2)} s`)}`),
          ...formatEffect(result).map((text) => line(step, result.success ? dim(`→ ${text}`) : red(text))),
        ];
      }
      case 'call_skipped':
        return [line(event.step, dim(`not run: ${describeCall(event.call)}`))];
      case 'approval_decided':
        return [line(event.step, `${event.approved ? 'approved' : red('not approved')}: ${clean(event.description)}`)];
      case 'takeover':
        return [line(event.step, `a person used the screen for ${event.seconds} s`)];
      case 'note':
        return [line(event.step, yellow(clean(event.text)))];
      case 'log':
        return [line(event.step, clean(event.text))];
      default:
        return [];
    }
  };
}

function isFinal(call: Call): boolean {
  return 'tool' in call && (call.tool === 'complete' || call.tool === 'fail');
}

/** The most important changes in one line, or the error. */
function formatEffect({ success, error, metadata }: CallEndResult): string[] {
  if (!success) return [clean(error ?? 'The call failed.')];
  if (metadata.effect === undefined) return [];
  if (metadata.effect === 'unchanged') return ['no change'];
  const changes = (metadata.outcomeText ?? '').split('\n').slice(1); // the first line is a summary
  const sorted = [
    ...changes.filter((change) => !minorChange.test(change)),
    ...changes.filter((change) => minorChange.test(change)),
  ];
  if (sorted.length === 0) return [metadata.effect === 'changed' ? 'changed' : 'effect unknown'];
  const more = sorted.length > maxChanges ? `, and ${sorted.length - maxChanges} more` : '';
  return [`${sorted.slice(0, maxChanges).map(clean).join('; ')}${more}`];
}

/** What happens after an event, for the spinner. */
function describeActivity(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return 'opening the browser';
    case 'step_started':
    case 'step_ended':
      return 'observing';
    case 'observed':
      return 'waiting for the model';
    case 'call_started':
      return describeCall(event.call);
    default:
      return undefined;
  }
}

function clean(text: string): string {
  return cleanText(text, maxLineLength);
}
