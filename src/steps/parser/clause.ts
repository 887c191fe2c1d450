import { commandRules } from '../grammar/desktop.js';
import { matchRules } from '../grammar/form.js';
import { rules } from '../grammar/rules.js';
import type { Operation } from '../instruction.js';
import { readFolder } from '../packs/files.js';
import { asPhrase, type Masked } from './mask.js';

const politeOpening =
  /^(?:please|kindly|now|next|then|and|also|just|simply|finally|lastly|afterwards?|after\s+that|first(?:ly|\s+of\s+all)?|second(?:ly)?|third(?:ly)?|to\s+(?:start|begin)|go\s+(?:ahead\s+)?and|(?:could|can|would|will)\s+you(?:\s+please|\s+kindly)?|i(?:['’]d|\s+would)\s+like\s+(?:you\s+)?to|i\s+(?:want|need)\s+(?:you\s+)?to|(?:you|we)\s+(?:should|must|need\s+to|have\s+to|can)(?!\s+see)|your\s+(?:task|job|goal)\s+is\s+to|let(?:['’]s|\s+us)|try\s+to|be\s+sure\s+to|make\s+sure\s+(?:to|you)|remember\s+to|help\s+me(?:\s+to)?|proceed\s+to|(?:start|begin|finish)\s+by|immediately|(?:when|once)\s+(?:you(?:['’]re|\s+are)\s+)?(?:done|finished)|in\s+the\s+end|quickly|manually|only)(?:\s*[,:]\s*|\s+)(?=\S)/iu;
const politeEnding =
  /(?:\s*,\s*(?:please|thanks|thank\s+you)|\s+(?:please|for\s+me|thank\s+you|when\s+(?:you(?:['’]re|\s+are)\s+)?(?:done|finished)))+$/iu;

const gerundVerbs =
  'click type enter select choose press open go fill check uncheck scroll drag hover search navigate write put hit tap set pick tick close expand submit log sign add push use visit upload delete run execute save create make replace overwrite keep';
const gerunds = new Map<string, string>(
  gerundVerbs
    .split(' ')
    .flatMap((verb) =>
      [verb, verb.replace(/e$/u, ''), verb + verb.at(-1)].map((stem): [string, string] => [`${stem}ing`, verb]),
    ),
);

/** Removes polite phrases, and turns "clicking" into "click". */
export function normalizeClause(text: string): string {
  let clause = text
    .trim()
    .replace(/[,;:?!]+$/u, '')
    .replace(politeEnding, '');
  for (let before = ''; before !== clause; ) {
    before = clause;
    clause = clause.replace(politeOpening, '').trim();
  }
  return clause.replace(/^\p{L}+/u, (word) => gerunds.get(word.toLowerCase()) ?? word);
}

const strayVerb =
  /(?:\sand|\sthen|,)\s+(?:make|do|give|solve|guess|figure|decide|calculate|compute|explain|summari[sz]e|translate|compare|describe|fix|improve)\s/u;
const vagueWords =
  /\b(?:something|anything|whatever|somehow|nicest|similar\s+(?:to|in)|related\s+to|synonyms?\s+(?:of|for)|opposite\s+of|rhym\w+\s+with|best\s+(?:describes|matches|fits))\b/iu;

/** Reads one clause of masked text. Returns undefined when it is not understood. */
export function readClause(text: string, masked: Masked): Operation[] | undefined {
  const clause = normalizeClause(text);
  if (clause === '' || vagueWords.test(clause) || /\s(?:and\s+)?then\s/u.test(clause)) return undefined;
  const found = strayVerb.test(clause)
    ? undefined
    : (matchRules(commandRules, clause, masked) ??
      readScoped(clause, masked) ??
      readByMeans(clause, masked) ??
      matchRules(rules, clause, masked));
  return found ? [found].flat() : inProgram(clause, masked);
}

const cell = '(?:the\\s+)?cell\\s+[a-z]{1,3}\\d+';
const scopes = [
  new RegExp(
    `^(in|inside|within|on|under|below|for|at|from|using|with)\\s+(${cell}|(?:the|this|your|my)\\s+[^,]+?|[/~][^,]*?|[^,]*\\p{Co}[^,]*?)\\s*[,:]\\s*(.+)$`,
    'iu',
  ),
  new RegExp(
    `^(in|inside|within|on|for)\\s+(${cell}|(?:the|that|this)\\s+(?:\\p{L}+\\s+)?(?:row|line|card|dialog|form|section|table|list|popup|pop-up|modal|window|menu|box|banner|toolbar|sidebar|header|footer|panel)\\b.*?)\\s+((?:click|press|hit|tap|type|enter|select|choose|check|tick|uncheck|set|change|fill|open|double|right|hover)\\b.+)$`,
    'iu',
  ),
];
/** Places that contain everything that a task can name. */
const wholeScreen =
  /\b(?:page|site|website|screen|app|application|editor|homepage|tree|menu bar|sheet|spreadsheet|workbook)$/iu;

/** "In the dialog, click Save". */
function readScoped(clause: string, masked: Masked): Operation[] | undefined {
  const [, word = '', where = '', rest = ''] = scopes.map((scope) => scope.exec(clause)).find(Boolean) ?? [];
  const inner = rest === '' ? undefined : readClause(rest, masked);
  if (!inner || wholeScreen.test(where)) return inner;
  if (inner.some(({ kind }) => kind === 'by_environment')) {
    const folder = readFolder(where, masked);
    if (folder !== undefined) return [{ kind: 'open', target: `the folder ${folder}` }, ...inner];
    return /\b(?:folder|directory)\b|[/~\p{Co}]/iu.test(where) ? undefined : inner;
  }
  const preposition = /^(?:using|with|at|from)$/iu.test(word) ? 'in' : word.toLowerCase();
  return inner.map((step) => scopeTo(step, preposition, asPhrase(masked, where)));
}

const byMeans =
  /^(.+?)\s+by\s+((?:clicking|pressing|selecting|typing|entering|choosing|dragging|using|hitting|tapping|checking|ticking|running|executing)\s+.+)$/iu;

/** "Open the mail by clicking its subject". */
function readByMeans(clause: string, masked: Masked): Operation[] | undefined {
  const [, goal = '', means = ''] = byMeans.exec(clause) ?? [];
  const steps = means === '' ? undefined : readClause(means, masked);
  if (!steps) return undefined;
  const subject = /^(?:open|show|view|find|select)\s+(.+)$/iu.exec(goal)?.[1];
  if (subject !== undefined && /\b(?:its|their|that|the same)\b/iu.test(means))
    return [{ kind: 'find', target: asPhrase(masked, subject) }, ...steps];
  const box = /^close\s+(.*(?:dialog|popup|pop-up|modal|window|box).*)$/iu.exec(goal)?.[1];
  return box === undefined ? steps : steps.map((step) => scopeTo(step, 'in', asPhrase(masked, box)));
}

const program =
  '(?:the\\s+|my\\s+)?((?:calculator|terminal|console|spreadsheet|file\\s+manager|text\\s+editor)(?:\\s+(?:program|application|app|window))?|\\p{Lu}[\\p{L}\\d.+-]*(?:\\s+\\p{Lu}[\\p{L}\\d.+-]*){0,2}|[\\p{Ll}\\d-]+)';
const inNamedProgram = new RegExp(
  `^(?:(?:[Ii]n|[Uu]se|[Ww]ith)\\s+${program}\\s*[,:]\\s*|[Uu]se\\s+${program}\\s+to\\s+)(.+)$`,
  'u',
);

/** "In Mousepad, …", "Use the calculator to …". Tried last, after the rules for pages. */
function inProgram(clause: string, masked: Masked): Operation[] | undefined {
  const [, one, other, rest] = inNamedProgram.exec(clause) ?? [];
  const app = one ?? other;
  const steps = rest === undefined ? undefined : readClause(rest, masked);
  return app !== undefined && steps ? [{ kind: 'use_program', app }, ...steps] : undefined;
}

/** The same operation with its targets restricted to a scope: "in the dialog". */
function scopeTo(step: Operation, preposition: string, where: string): Operation {
  const within = (phrase: string): string => `${phrase} ${preposition} ${where}`;
  if ('parts' in step) return { ...step, target: within(step.target), parts: step.parts.map(within) };
  if (step.kind === 'check') return { ...step, targets: step.targets.map(within), whole: within(step.whole) };
  if (step.kind === 'fill') return { ...step, form: step.form ?? where };
  if (step.kind === 'choose') return { ...step, from: step.from ? within(step.from) : where };
  if (step.kind === 'answer') return { ...step, question: within(step.question) };
  if (step.kind === 'type' && step.target === undefined) return { ...step, target: where };
  if (step.kind === 'search') return { ...step, where };
  return 'target' in step && typeof step.target === 'string' ? { ...step, target: within(step.target) } : step;
}
