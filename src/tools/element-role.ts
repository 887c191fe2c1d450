import { ariaRoles } from '../core/aria-roles.js';
import { roles } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import { suggestName } from '../core/words/suggest-name.js';

/** ARIA roles that are no element role of their own: elements have them as their kind. */
const kinds = ['slider', 'scrollbar', 'progressbar', 'meter', 'separator', 'tooltip', 'article', 'figure'];

const ariaNames = Object.values(ariaRoles).flatMap((names) => names.split(' '));

/** The element role or kind of a role name, which may be an ARIA role: `textbox` is `TextInput`. Throws `invalid_input` for an unknown one. */
export function toElementRole(name: string): string {
  const wanted = name.trim().toLowerCase();
  const own = roles.find((role) => role.toLowerCase() === wanted);
  if (own) return own;
  const found = Object.entries(ariaRoles).find(([, names]) => names.split(' ').includes(wanted))?.[0];
  if (found !== undefined) return found;
  if (kinds.includes(wanted)) return wanted;
  const near = suggestName(wanted, [...ariaNames, ...roles.map((role) => role.toLowerCase()), ...kinds]);
  throw new HandrailError(
    'invalid_input',
    `Unknown role: ${name.slice(0, 60)}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
    `Valid roles: ${roles.join(', ')}, and ARIA roles such as textbox or heading.`,
  );
}
