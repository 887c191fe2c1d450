import { HandrailError } from '../../../core/errors.js';
import type { ScreenWindow } from '../../screen/screen.js';
import type { Runner } from '../exec/runner.js';

/** These terminals silently drop characters that their locale does not have. */
const terminals = /^(?:xterm|u?rxvt|aterm|eterm)$/iu;

const readEnvironmentScript = 'test -d /usr/lib/locale && cat "/proc/$1/environ"';

/** Throws `unsupported` for a text beyond ASCII when the terminal was started without a UTF-8 locale. */
export async function checkTerminalLocale(
  text: string,
  window: ScreenWindow | undefined,
  runner: Runner,
): Promise<void> {
  const isAscii = /^[\p{ASCII}]*$/u.test(text);
  if (isAscii || window?.pid === undefined || !terminals.test(window.app)) return;
  const { code, stdout } = await runner.run({ args: ['sh', '-c', readEnvironmentScript, 'sh', String(window.pid)] });
  if (code !== 0) return; // a process of another user, or a system without locales
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
    `"${window.title.slice(0, 60)}" was started ${locale ? `with the locale ${locale}` : 'without a locale'} and would drop a part of this text. Nothing was typed.`,
    `Start ${window.app} with launch, which sets a locale, and type there.`,
  );
}
