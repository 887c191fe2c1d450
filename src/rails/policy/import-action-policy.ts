import { HandrailError } from '../../core/errors.js';
import { suggestName } from '../../core/words/suggest-name.js';
import type { Condition, Policy, Rule } from './schema.js';

/** The categories of the action policy of agent-browser, as conditions. Observing is always possible, so some have none. */
const categories: Readonly<Record<string, Condition | undefined>> = {
  navigate: { action: ['navigate', 'back', 'forward', 'reload', 'tab'] },
  click: { action: ['click', 'press', 'release'] },
  fill: { action: ['type', 'set_value', 'clipboard'] },
  eval: { action: 'evaluate' },
  download: { class: 'download' },
  upload: { action: 'upload' },
  snapshot: undefined,
  scroll: { action: 'scroll' },
  wait: { action: 'wait' },
  get: undefined,
  interact: { action: ['click', 'press', 'release', 'drag', 'move', 'key', 'select_text', 'dialog'] },
  network: { tool: ['network*', 'route*', 'intercept*'] },
  state: { tool: ['cookie*', 'storage*', 'state*', 'save_state', 'load_state'] },
};

/** True for `{ "default": "allow", "allow": […], "deny": […] }`. */
export function isActionPolicy(value: Readonly<Record<string, unknown>>): boolean {
  return 'default' in value || (('allow' in value || 'deny' in value) && !('rules' in value) && !('preset' in value));
}

/** Converts the action policy of agent-browser. Throws HandrailError for other keys and categories. */
export function importActionPolicy(value: Readonly<Record<string, unknown>>, name: string): Policy {
  const unknown = Object.keys(value).find((key) => !['default', 'allow', 'deny'].includes(key));
  if (unknown !== undefined)
    throw invalid(name, `there is no key "${unknown}"`, 'An action policy has default, allow and deny.');
  const { default: otherwise = 'allow', allow = [], deny = [] } = value;
  if (otherwise !== 'allow' && otherwise !== 'deny')
    throw invalid(name, `default is ${JSON.stringify(otherwise)}`, 'Use "allow" or "deny".');
  return {
    name,
    otherwise,
    rules: [...toRules(allow, 'allow', name), ...toRules(deny, 'deny', name)],
  };
}

function toRules(list: unknown, verdict: 'allow' | 'deny', name: string): Rule[] {
  if (!Array.isArray(list))
    throw invalid(name, `${verdict} is not a list`, `Example: "${verdict}": ["click", "fill"].`);
  return list.flatMap((category: unknown): Rule[] => {
    if (typeof category !== 'string' || !Object.hasOwn(categories, category)) {
      const names = Object.keys(categories);
      const near = typeof category === 'string' ? suggestName(category, names) : undefined;
      const hint = near === undefined ? `Valid: ${names.join(', ')}.` : `Did you mean "${near}"?`;
      throw invalid(name, `${verdict}: there is no category ${JSON.stringify(category)}`, hint);
    }
    const when = categories[category];
    return when
      ? [{ when, do: verdict, reason: `The action policy ${verdict === 'allow' ? 'allows' : 'denies'} ${category}.` }]
      : [];
  });
}

function invalid(name: string, what: string, hint: string): HandrailError {
  return new HandrailError('invalid_option', `${name} is not a valid policy: ${what}.`, hint);
}
