import type { Element } from '../../src/core/element.js';
import type { Rect, Size } from '../../src/core/geometry.js';
import type { ReadRequest } from '../../src/core/read.js';
import type { Action, Observation, Outcome, Session, SessionRails } from '../../src/index.js';

/** A program with widgets on a screen of some kind: a session that acts on it, and its own word on what reached it. */
export interface Stage {
  session: Session;
  /** What has happened to the program since it was told to begin anew, line by line. */
  log(): Promise<string[]>;
  /** Where each widget is on the screen, by the program's own word. */
  places(): Promise<Record<string, Rect>>;
  /** Has the program do something by itself, behind the back of the session. */
  tell(command: Command): Promise<void>;
  /** Answers the dialog that the program has opened, the way this kind of screen has it. */
  answer(accept: boolean): Promise<Outcome>;
  close(): Promise<void>;
}

export type Command = 'reset' | 'replace' | 'remove' | 'remove later' | 'say later' | 'clock on' | 'clock off';

/** Something that other kinds of screens have. */
export type NotApplying = ({ action: Action } | { read: ReadRequest }) & { why: string };

/** A kind of screen. */
export interface Kind {
  name: string;
  screen: Size;
  /** What opening it may take: an image may have to be built first. */
  openMs: number;
  open(rails?: SessionRails): Promise<Stage>;
  /** What a session that is closed has left behind: processes, folders. */
  left(): Promise<string[]>;
  /** What does not apply to this kind of screen, and why; each is answered with `unsupported`. */
  unsupported: readonly NotApplying[];
}

/** The element of that name, or an error that shows what was seen. */
export function named(seen: Observation, name: string): Element {
  const found =
    seen.elements.find((element) => element.interactive && element.name === name) ??
    seen.elements.find((element) => element.name === name);
  if (!found) throw new Error(`"${name}" is not listed:\n${seen.text}`);
  return found;
}

/** The id of what has that name now. */
export async function at(stage: Pick<Stage, 'session'>, name: string): Promise<{ element: Element['id'] }> {
  return { element: named(await stage.session.observe(), name).id };
}
