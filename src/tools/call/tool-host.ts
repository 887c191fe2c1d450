import type { Element } from '../../core/element.js';
import type { Picture } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import type { RenderOptions } from '../../session/observe-options.js';
import type { Rails, Session } from '../../session/session.js';
import type { FillFromText } from '../context.js';

/** What the tool calls of a run share. */
export interface ToolHost {
  session: Session;
  /** Rules and journal of the run, in addition to those of the session. */
  rails?: Rails;
  memory: Map<string, string>;
  /** Asks the user. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  fill?: FillFromText;
  log?: (text: string) => void;
  /** Stores a picture and returns its path. Default: a new folder under `.handrail/runs`. */
  savePicture?: (picture: Picture) => Promise<string>;
  allow?: { evaluate?: boolean };
  /** Formats an outcome for the caller. Default `renderOutcome`. */
  renderOutcome?: (outcome: Outcome) => string;
  /** How the observation after an action is rendered. */
  outcomeOptions?: RenderOptions;
  /** An element as it was last observed. */
  knownElement?: (id: string) => Element | undefined;
}
