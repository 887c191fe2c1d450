import type { Action } from '../../core/action.js';
import type { Modal } from '../../core/observation.js';
import { cleanText, quoteText, quoteValue } from '../../perception/quote-text.js';
import type { Proposal, RequestUse } from '../../rails/gate.js';
import { shortUrl } from './describe-proposal.js';
import type { ResolvedTarget } from './resolve-target.js';

const maxName = 80;
const maxValue = 200;
const maxFields = 20;

/**
 * One sentence for the person who decides. Names and texts of the page are in quotes, on one line, cut, and without characters that are
 * invisible or change the direction of text.
 */
export function describeApproval(
  { action, element, url, app }: Proposal,
  resolved: ResolvedTarget | undefined,
): string {
  if (action.type === 'request') return describeRequest(action);
  const target = element ? ` ${element.role} ${quoteText(element.name, maxName)}` : '';
  const where = url ? ` on ${shortUrl(url)}` : app ? ` in ${quoteText(app, maxName)}` : '';
  const what =
    action.type === 'tool'
      ? `Call ${cleanText(action.tool, maxName)} with ${cleanText(JSON.stringify(action.input) ?? '', maxValue)}${target && ` for${target}`}`
      : describeAction(action, target, resolved?.view.modal);
  return `${what}${where}${describeForm(resolved?.parts ?? [])}.`;
}

const verbs: Partial<Record<Action['type'], string>> = {
  click: 'Click',
  press: 'Press the mouse button on',
  release: 'Release the mouse button on',
  drag: 'Drag',
  upload: 'Upload files to',
  scroll: 'Scroll',
  move: 'Move the pointer to',
};

function describeAction(action: Action, target: string, modal: Modal | undefined): string {
  switch (action.type) {
    case 'type': {
      const text = `Type ${quoteValue(action.text, maxValue)}${target && ` into${target}`}`;
      return action.submit ? `${text} and submit it` : text;
    }
    case 'set_value':
      return `Set${target} to ${quoteValue(String(action.value), maxValue)}`;
    case 'key':
      return `Press ${quoteText(action.keys, maxName)}${target && ` in${target}`}`;
    case 'navigate':
      return `Open ${quoteText(action.url, maxValue)}`;
    case 'dialog':
      return `${action.accept ? 'Accept' : 'Dismiss'} the dialog ${quoteText(modal?.text ?? '', maxValue)}`;
    case 'evaluate':
      return `Run the script ${quoteText(action.script, maxValue)}`;
    default:
      return target && verbs[action.type] ? `${verbs[action.type]}${target}` : describeOther(action, target);
  }
}

function describeOther(action: Action, target: string): string {
  const { type, ...fields } = action;
  return `${verbs[type] ?? `Do ${type}`} ${quoteText(JSON.stringify(fields), maxValue)}${target && ` on${target}`}`;
}

/** Where the form of the target sends to. */
function describeForm(parts: ResolvedTarget['parts']): string {
  const form = parts.map(({ facts }) => facts?.form).find((one) => one !== undefined);
  if (form === undefined || form.method === 'DIALOG') return '';
  return `, in a form that sends ${form.method} ${shortUrl(form.action)}`;
}

function describeRequest({ method, url, fields }: RequestUse): string {
  const shown = fields
    .slice(0, maxFields)
    .map(({ name, value }) => `${quoteText(name, maxName)}: ${quoteValue(value, maxValue)}`);
  const more = fields.length > maxFields ? ` and ${fields.length - maxFields} more fields` : '';
  return `Send ${method} ${shortUrl(url)}${shown.length > 0 ? ` with ${shown.join(', ')}${more}` : ''}.`;
}
