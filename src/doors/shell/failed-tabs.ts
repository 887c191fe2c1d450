import { type ElementId, isElementId } from '../../core/element.js';
import { splitLine } from '../command-line/split-line.js';

/** The tab that contains an element. Undefined if it is not known. */
export type FindTab = (element: ElementId) => string | undefined;

/** Decides which commands of a batch run after a failure: those for tabs in which nothing failed. */
export interface FailedTabs {
  /** Notes that a command ran. */
  note(command: string, ok: boolean): void;
  mayRun(command: string): boolean;
}

/**
 * A command belongs to the tab of its first element id, or to the tab that `tabs` names. Without one, it belongs to the tab of the command
 * before it. A command that opens new tabs belongs to none.
 */
export function createFailedTabs(findTab: FindTab): FailedTabs {
  const failed = new Set<string>();
  let current: string | undefined;
  /** The tab of a failure is not known, so nothing is safe to run. */
  let isUnclear = false;

  function tabOf(words: readonly string[]): string | undefined {
    const id = words.map((word) => /^\[?(el_\d+)\]?(?:=|$)/.exec(word)?.[1] ?? '').find(isElementId);
    if (id !== undefined) return findTab(id);
    return (words[0] === 'tabs' ? words.find((word) => /^tab_\d+$/.test(word)) : undefined) ?? current;
  }

  return {
    note(command, ok) {
      const words = splitLine(command);
      current = opensTabs(words) ? undefined : tabOf(words);
      if (ok) return;
      if (current === undefined) isUnclear = true;
      else failed.add(current);
    },
    mayRun(command) {
      const words = splitLine(command);
      if (isUnclear || words[0] === 'close') return false;
      if (opensTabs(words)) return true;
      current = tabOf(words);
      return current !== undefined && !failed.has(current);
    },
  };
}

/** Whether a command only opens new tabs. */
function opensTabs([name, ...words]: readonly string[]): boolean {
  if (name === 'tabs') return words[0] === 'new';
  return name === 'open' && words.filter((word) => !word.startsWith('-')).length > 1;
}
