import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { Runner } from '../exec/runner.js';

/** They take what their locale knows, and drop the rest without a word. */
const terminals = /^(?:xterm|u?rxvt|aterm|eterm)$/iu;

const environmentOf = 'test -d /usr/lib/locale && cat "/proc/$1/environ"';

/** Refuses a text that a terminal would take a part of only: one that was started without a locale knows none but Latin letters. */
export async function checkLocale(text: string, window: ScreenWindow | undefined, runner: Runner): Promise<void> {
  const isPlain = /^[\p{ASCII}]*$/u.test(text);
  if (isPlain || window?.pid === undefined || !terminals.test(window.app)) return;
  const { code, stdout } = await runner.run({ args: ['sh', '-c', environmentOf, 'sh', String(window.pid)] });
  if (code !== 0) return; // somebody else's, or a system that needs no locales: not known
  const environment = new Map(
    stdout
      .toString('utf8')
      .split('\0')
      .map((entry): [string, string] => [entry.split('=')[0] ?? '', entry.slice(entry.indexOf('=') + 1)]),
  );
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG'].map((name) => environment.get(name)).find(Boolean) ?? '';
  if (/utf-?8/iu.test(locale)) return;
  throw new HandrailError(
    'unsupported',
    `"${window.title.slice(0, 60)}" was started ${locale ? `with the locale ${locale}` : 'without a locale'} and would take only a part of this text; nothing was typed.`,
    `Start ${window.app} with launch, which gives it a locale, and type there.`,
  );
}
