import { callInput, callName } from '../models/adapter/calls.js';
import type { Call } from '../models/model.js';
import { formatCall } from '../tools/call-string.js';

/** A call as text: `click(selector="el_5")`. */
export function toCallText(call: Call): string {
  return formatCall(callName(call), callInput(call));
}
