import type { Element, ElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { Observation, Picture } from '../../core/observation.js';
import { checkOptions, type OptionTypes, option } from '../../core/options.js';
import type { Outcome } from '../../core/outcome.js';
import type { Permit } from '../../session/approval/permit.js';
import type { RenderOptions } from '../../session/observe-options.js';
import type { Rails, Session } from '../../session/session.js';
import { railsTypes } from '../../session/session-options.js';
import type { FillFromText } from '../context.js';

/** What the tool calls of a run share. */
export interface ToolHost {
  /** Not needed for tools that work without a screen (`requiresPage: false`). */
  session?: Session | undefined;
  /** Rules and journal of the run, in addition to those of the session. Without a gate in either, calls from level `medium` on need approval. */
  rails?: Rails | undefined;
  /** A person has approved this call. */
  permit?: Permit | undefined;
  memory: Map<string, string>;
  /** Asks the user. */
  ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
  fill?: FillFromText | undefined;
  log?: ((text: string) => void) | undefined;
  /** Stores a picture and returns its path. Default: a new folder under `.handrail/runs`. */
  savePicture?: ((picture: Picture) => Promise<string>) | undefined;
  allow?: { evaluate?: boolean } | undefined;
  /** Formats an outcome for the caller. Default `renderOutcome`. */
  renderOutcome?: ((outcome: Outcome) => string) | undefined;
  /** Formats an observation for the caller, who remembers the last map. Default: its text. */
  printMap?: ((observation: Observation, options: { full?: boolean }) => string) | undefined;
  /** The element that an id of an earlier page means now. */
  currentId?: ((id: ElementId) => ElementId) | undefined;
  /** How the observation after an action is rendered. */
  outcomeOptions?: RenderOptions | undefined;
  /** An element as it was last observed. */
  knownElement?: (id: string) => Element | undefined;
}

/** A host with a screen. */
export type ScreenHost = ToolHost & { session: Session };

const hostTypes: OptionTypes<ToolHost> = {
  session: option.object,
  rails: option.object,
  permit: option.object,
  memory: option.object,
  ask: option.function,
  fill: option.function,
  log: option.function,
  savePicture: option.function,
  allow: option.object,
  renderOutcome: option.function,
  printMap: option.function,
  currentId: option.function,
  outcomeOptions: option.object,
  knownElement: option.function,
};

/** Throws `invalid_option` for an unknown part of a host or of its rails: a misspelt gate would not protect anything. */
export function checkHost(host: ToolHost): void {
  if (host === undefined || host === null)
    throw new HandrailError(
      'invalid_option',
      'callTool needs a host.',
      'Pass { session: await openSession(), memory: new Map() }.',
    );
  checkOptions('the host of callTool', host, hostTypes);
  checkOptions('rails of callTool', host.rails, railsTypes);
}
