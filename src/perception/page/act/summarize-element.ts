import { idOf, tagOf } from '../dom/native-node.js';
import { knownNumber } from '../dom/node-registry.js';
import { nameFromContent, nameOf } from '../naming/accessible-name.js';
import { ariaRole, toRole } from '../naming/roles.js';
import type { ElementSummary } from '../protocol.js';

/** Role and name of an element, for an error message. */
export function summarizeElement(element: Element): ElementSummary {
  const role = ariaRole(element);
  const name = nameOf(element) || nameFromContent(element, 60) || idOf(element) || tagOf(element).toLowerCase();
  return {
    number: knownNumber(element),
    role: role === 'generic' ? 'Container' : toRole(role),
    name: name.slice(0, 80),
  };
}
