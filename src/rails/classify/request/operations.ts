import type { RiskAssessment } from '../../../core/risk/risk-class.js';
import { isAtLeast } from '../../../core/safety.js';
import { classifyName } from '../classify-name.js';
import type { Field } from './fields.js';
import { splitIdentifier, splitPath } from './identifiers.js';
import { judgeWords, type WordVerdict } from './judge-words.js';

/** Names of fields whose value says what a request does. */
const actionName =
  /^(?:_?action|do|op|operation|cmd|command|task|mode|act|event|intent|fuseaction|wc-ajax|form_id|formaction|procedure|handler|func|fn|function|call|__EVENTTARGET|__EVENTARGUMENT|javax\.faces\.source|faces-source|bulk_action|action2|_operation|actionName|actionType|eventName|requestType|submit_action)$/i;
/** Names of the submit button of a form. */
const buttonName =
  /(?:^|[$:_.-])(?:submit|commit|button|btn\w*|cmd[A-Z]\w*|b_\w+|save|publish|delete|remove|send|pay|place_order|confirm)$|^(?:btn|cmd|button|submit)[A-Z_]\w*$|[$:](?:btn|cmd|lnk|lb|ib)\w+$/;

/** What a request says it does: the verdict on each value that names an action. */
export interface NamedAction {
  verdict: WordVerdict | undefined;
  label: string;
}

/** The fields that name what is done: `action=delete_post`, a submit button, an event target. */
export function namedActions(fields: readonly Field[]): NamedAction[] {
  return fields.flatMap((field): NamedAction[] => {
    const { name, value } = field;
    if (value === '' || value.length > 200) return [];
    if (actionName.test(name)) return [{ verdict: judgeAction(value), label: `${name}=${value}` }];
    if (/^(?:method|rpc|type|kind)$/i.test(name))
      return [{ verdict: commitsOnly(judgeAction(value)), label: `${name}=${value}` }];
    if (/^route$/i.test(name)) return [{ verdict: judgePath(value), label: `${name}=${value}` }];
    if (buttonName.test(name)) {
      const verdict = stronger(
        judgeWords(withoutControlPrefix(splitIdentifier(name))),
        judgeWords(splitIdentifier(value)),
      );
      return [{ verdict, label: `${name}=${value}` }];
    }
    return isSwitch(field) ? [{ verdict: commitsOnly(judgeWords(field.words)), label: name }] : [];
  });
}

/** `delete=1`, `confirm_delete=on`: the name of the field is what is done. */
function isSwitch({ words, value }: Field): boolean {
  return words.length <= 3 && /^(?:1|on|true|yes|y|ok|now|\d{1,12})$/i.test(value);
}

function commitsOnly(verdict: WordVerdict | undefined): WordVerdict | undefined {
  return verdict?.says === 'commits' ? verdict : undefined;
}

function judgeAction(value: string): WordVerdict | undefined {
  if (/[/]/.test(value)) return judgePath(value);
  if (/^(?:Page|Sort)\$\w+$/.test(value)) return { says: 'reads', word: value };
  // Grids of ASP.NET: Page$2, Sort$Name, Delete$3.
  return judgeWords(withoutControlPrefix(splitIdentifier(value)));
}

const controlPrefixes = new Set([
  'ctl00',
  'ctl01',
  'ctl',
  'main',
  'content',
  'maincontent',
  'contentplaceholder1',
  'btn',
  'lnk',
  'lb',
  'ib',
  'cmd',
  'button',
  'form',
  'j',
  'idt',
  'wpforms',
  'submit',
]);

function withoutControlPrefix(words: readonly string[]): string[] {
  const rest = words.filter((word) => !controlPrefixes.has(word) && !/^\d+$/.test(word));
  return rest.length > 0 ? rest : [...words];
}

function stronger(one: WordVerdict | undefined, other: WordVerdict | undefined): WordVerdict | undefined {
  return one?.says === 'commits' || !other || (one && other.says === 'writes') ? one : other;
}

/** Parts of a path that say nothing: versions, ids, names of frameworks. */
const noise =
  /^(?:api|apis|rest|ajax|v \d+|v\d+|index|www|web|app|apps|site|public|internal|services?|rpc|graphql|gql|admin|wp|json|wc|store|shop|storefront|[a-f\d]{8,}|\d+|[a-z]|en|de|fr|es|us|uk|me|my|mine|self|current|main|default)$/;

function isNoise(words: readonly string[]): boolean {
  return words.every((word) => noise.test(word)) || words.join('').length > 60;
}

/** Registration and additions are not a login. */
const notLogin = /^(?:register|signup|enroll|add|change|new|edit|enable|disable|link|unlink|import)$/;

/** Judges a path from its end: the last part says what is done, the parts before it with what. */
export function judgePath(pathname: string): WordVerdict | undefined {
  const parts = splitPath(pathname).filter((words) => !isNoise(words));
  let result: WordVerdict | undefined;
  const isDraft = parts.flat().some((word) => /^(?:draft|drafts|autosaves?)$/.test(word));
  for (const words of parts.reverse()) {
    const verdict = judgeWords(words);
    if (!verdict) continue;
    if (!result) {
      if (verdict.says === 'reads') return verdict;
      result = verdict;
      if (result.says === 'commits' && result.riskClass !== 'delete') return result;
      continue;
    }
    if (result.says === 'commits') {
      if (verdict.says === 'harmless') return verdict;
      continue;
    }
    if (verdict.says === 'commits' && !(verdict.riskClass === 'delete' && result.says === 'harmless')) return verdict;
    if (result.says === 'writes' && (verdict.says !== 'login' || !notLogin.test(result.word))) result = verdict;
    // /search/posts
    if (result.says === 'about' && verdict.says === 'reads' && words.length === 1 && verdict.word !== 'shipping')
      result = verdict;
  }
  if (isDraft && result?.says !== 'commits') return { says: 'harmless', word: 'draft' };
  return result;
}

/** The risk that the words of the pressed control and of a confirmed question add. */
export function assessCause(name: string | undefined, words: readonly string[]): RiskAssessment | undefined {
  const result = classifyName(name ?? '', words);
  return isAtLeast(result.safety, 'medium')
    ? { ...result, reason: `the pressed control: ${result.reason ?? ''}` }
    : undefined;
}
