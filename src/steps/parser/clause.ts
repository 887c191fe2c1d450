import type { Operation } from '../instruction.js';
import { readFolder } from '../packs/files/file-name.js';
import { mailPatterns } from '../packs/mail/patterns.js';
import { cellPattern, readCell, readCellsAsked } from '../packs/sheets/cell-name.js';
import { readCommand } from './command.js';
import { asPhrase, type Masked } from './mask.js';
import { mayMatch } from './may-match.js';
import type { Pattern } from './pattern.js';
import { choicePatterns } from './patterns/choices.js';
import { desktopPatterns } from './patterns/desktop.js';
import { everydayPatterns } from './patterns/everyday.js';
import { goalPatterns, latePatterns } from './patterns/goals.js';
import { pagePatterns } from './patterns/page.js';
import { pointerPatterns } from './patterns/pointer.js';
import { readPatterns } from './patterns/read.js';
import { typingPatterns } from './patterns/typing.js';

const patterns: readonly Pattern[] = [
  ...desktopPatterns,
  ...mailPatterns,
  ...everydayPatterns,
  ...goalPatterns,
  ...pagePatterns,
  ...typingPatterns,
  ...choicePatterns,
  ...readPatterns,
  ...pointerPatterns,
  ...latePatterns,
];

const politeOpening =
  /^(?:please|kindly|now|next|then|and|also|just|simply|finally|lastly|afterwards?|after\s+that|first(?:ly|\s+of\s+all)?|second(?:ly)?|third(?:ly)?|to\s+start|to\s+begin|go\s+ahead\s+and|go\s+and|(?:could|can|would|will)\s+you(?:\s+please|\s+kindly)?|i(?:['’]d|\s+would)\s+like\s+(?:you\s+)?to|i\s+(?:want|need)\s+(?:you\s+)?to|(?:you|we)\s+(?:should|must|need\s+to|have\s+to|can)(?!\s+see)|your\s+(?:task|job|goal)\s+is\s+to|let(?:['’]s|\s+us)|try\s+to|be\s+sure\s+to|make\s+sure\s+(?:to|you)|remember\s+to|help\s+me(?:\s+to)?|proceed\s+to|(?:start|begin|finish)\s+by|immediately|when\s+(?:done|finished|you(?:['’]re|\s+are)\s+done)|once\s+done|in\s+the\s+end|quickly|manually|only)(?:\s*[,:]\s*|\s+)(?=\S)/iu;
const politeEnding =
  /(?:\s*,\s*(?:please|thanks|thank\s+you)|\s+(?:please|for\s+me|thank\s+you|when\s+(?:you(?:['’]re|\s+are)\s+)?(?:done|finished)))+$/iu;

const gerunds: Readonly<Record<string, string>> = {
  clicking: 'click',
  typing: 'type',
  entering: 'enter',
  selecting: 'select',
  choosing: 'choose',
  pressing: 'press',
  opening: 'open',
  going: 'go',
  filling: 'fill',
  checking: 'check',
  unchecking: 'uncheck',
  scrolling: 'scroll',
  dragging: 'drag',
  hovering: 'hover',
  searching: 'search',
  navigating: 'navigate',
  writing: 'write',
  putting: 'put',
  hitting: 'hit',
  tapping: 'tap',
  setting: 'set',
  picking: 'pick',
  ticking: 'tick',
  closing: 'close',
  expanding: 'expand',
  submitting: 'submit',
  logging: 'log',
  signing: 'sign',
  adding: 'add',
  pushing: 'push',
  using: 'use',
  visiting: 'visit',
  uploading: 'upload',
  deleting: 'delete',
  running: 'run',
  executing: 'execute',
  saving: 'save',
  creating: 'create',
  making: 'make',
};

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
  return clause.replace(/^\p{L}+/u, (word) => gerunds[word.toLowerCase()] ?? word);
}

const strayVerb =
  /(?:\sand|\sthen|,)\s+(?:make|do|give|solve|guess|figure|decide|calculate|compute|explain|summari[sz]e|translate|compare|describe|fix|improve)\s/u;
const vagueWords =
  /\b(?:something|anything|whatever|somehow|nicest|similar\s+(?:to|in)|related\s+to|synonyms?\s+(?:of|for)|opposite\s+of|rhym\w+\s+with|best\s+(?:describes|matches|fits))\b/iu;
const scope =
  /^(in|inside|within|on|under|below|for|at|from|using|with)\s+((?:the|this|your|my)\s+[^,]+?|[/~][^,]*?|[^,]*[\ue100-\uf0ff][^,]*?)\s*[,:]\s*(.+)$/iu;
const inCell = new RegExp(
  `^([Ii]n|[Ii]nto|[Ii]nside)\\s+(${cellPattern})\\s*(?:[,:]\\s*|\\s)(?=(?:type|enter|put|write|insert|input)\\s)(.+)$`,
  'u',
);
const scopeThenVerb =
  /^(in|inside|within|on|for)\s+((?:the|that|this)\s+(?:\p{L}+\s+)?(?:row|line|card|dialog|form|section|table|list|popup|pop-up|modal|window|menu|box|banner|toolbar|sidebar|header|footer|panel)\b.*?)\s+((?:click|press|hit|tap|type|enter|select|choose|check|tick|uncheck|set|change|fill|open|double|right|hover)\b.+)$/iu;
const pageWords = /\b(?:page|site|website|screen|app|application|editor|homepage|tree|menu bar)$/iu;
const byMeans =
  /^(.+?)\s+by\s+((?:clicking|pressing|selecting|typing|entering|choosing|dragging|using|hitting|tapping|checking|ticking|running|executing)\s+.+)$/iu;

/** Reads one clause of masked text. Returns undefined when it is not understood. */
export function readClause(text: string, masked: Masked): Operation[] | undefined {
  const clause = normalizeClause(text);
  if (clause === '' || vagueWords.test(clause) || /\s(?:and\s+)?then\s/u.test(clause)) return undefined;
  if (strayVerb.test(clause)) return inProgram(clause, masked);
  const command = readCommand(clause, masked);
  if (command) return [command];
  const scoped = inCell.exec(clause) ?? scope.exec(clause) ?? scopeThenVerb.exec(clause);
  if (scoped) {
    const inner = readClause(scoped[3] ?? '', masked);
    const where = scoped[2] ?? '';
    if (inner?.some(isNaming)) return inFolder(inner, where, masked);
    if (inner)
      return pageWords.test(where)
        ? inner
        : inner.map((step) => scopeTo(step, `${preposition(scoped[1] ?? 'in')} ${asPhrase(masked, where)}`));
  }
  const by = byMeans.exec(clause);
  const instructions = by && readClause(by[2] ?? '', masked);
  if (by && instructions) {
    const subject = /^(?:open|show|view|find|select)\s+(.+)$/iu.exec(by[1] ?? '');
    if (subject && /\b(?:its|their|that|the same)\b/iu.test(by[2] ?? ''))
      return [{ kind: 'find', target: asPhrase(masked, subject[1] ?? '') }, ...instructions];
    const inside = /^close\s+(.*(?:dialog|popup|pop-up|modal|window|box).*)$/iu.exec(by[1] ?? '');
    return inside ? instructions.map((step) => scopeTo(step, `in ${asPhrase(masked, inside[1] ?? '')}`)) : instructions;
  }
  const lowerCase = clause.toLowerCase();
  for (const [words, build] of patterns) {
    const match = mayMatch(words, lowerCase) && words.exec(clause);
    const steps = match && build(match.slice(1), masked);
    if (steps) return Array.isArray(steps) ? steps : [steps];
  }
  return inProgram(clause, masked);
}

const programNamed =
  '(?:the\\s+|my\\s+)?((?:calculator|terminal|console|spreadsheet|file\\s+manager|text\\s+editor)(?:\\s+(?:program|application|app|window))?|\\p{Lu}[\\p{L}\\d.+-]*(?:\\s+\\p{Lu}[\\p{L}\\d.+-]*){0,2}|[\\p{Ll}\\d-]+)';
const programForms = [
  new RegExp(`^(?:[Ii]n|[Uu]se|[Ww]ith)\\s+${programNamed}\\s*[,:]\\s*(.+)$`, 'u'),
  new RegExp(`^(?:[Uu]se)\\s+${programNamed}\\s+to\\s+(.+)$`, 'u'),
];

/** "In Mousepad, …", "Use the calculator to …". Tried last, after the patterns for pages. */
function inProgram(clause: string, masked: Masked): Operation[] | undefined {
  for (const form of programForms) {
    const [, app, rest] = form.exec(clause) ?? [];
    const steps = rest === undefined ? undefined : readClause(rest, masked);
    if (app !== undefined && steps) return [{ kind: 'use_program', app }, ...steps];
  }
  return undefined;
}

function isNaming(step: Operation): step is Extract<Operation, { kind: 'new_folder' | 'save_as' }> {
  return step.kind === 'new_folder' || step.kind === 'save_as';
}

/** "In the folder '/srv', create …". Returns undefined when the folder has no known path. */
function inFolder(steps: readonly Operation[], where: string, masked: Masked): Operation[] | undefined {
  const folder = readFolder(where, masked);
  if (folder === undefined) return /\b(?:folder|directory)\b|[/~\ue100-\uf0ff]/iu.test(where) ? undefined : [...steps];
  return steps.map((step) => (isNaming(step) && step.folder === undefined ? { ...step, folder } : step));
}

function preposition(word: string): string {
  return /^(?:using|with|at|from)$/iu.test(word) ? 'in' : word.toLowerCase();
}

/** Whether an operation names a cell: a scope does not apply to it. */
function namesCell(step: Operation): boolean {
  if (step.kind === 'answer') return readCellsAsked(step.question).length > 0;
  return 'target' in step && step.target !== undefined && readCell(step.target) !== undefined;
}

/** The same operation with its targets restricted to a scope: "in the dialog". */
function scopeTo(step: Operation, where: string): Operation {
  if (namesCell(step)) return step;
  if ('parts' in step)
    return { ...step, target: `${step.target} ${where}`, parts: step.parts.map((part) => `${part} ${where}`) };
  if (step.kind === 'check')
    return { ...step, targets: step.targets.map((target) => `${target} ${where}`), whole: `${step.whole} ${where}` };
  if (step.kind === 'fill') return { ...step, form: step.form ?? where.replace(/^\S+\s+/u, '') };
  if (step.kind === 'choose')
    return step.from ? { ...step, from: `${step.from} ${where}` } : { ...step, from: where.replace(/^\S+\s+/u, '') };
  if (step.kind === 'answer') return { ...step, question: `${step.question} ${where}` };
  if (step.kind === 'type' && step.target === undefined) return { ...step, target: where.replace(/^\S+\s+/u, '') };
  if (step.kind === 'search') return { ...step, where: where.replace(/^\S+\s+/u, '') };
  return 'target' in step && typeof step.target === 'string' ? { ...step, target: `${step.target} ${where}` } : step;
}
