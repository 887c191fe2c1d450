import { HandrailError } from '../core/errors.js';
import type { Tool } from './tool.js';

/** True when the tool works in this kind of environment. */
export function isSupported({ environments }: Pick<Tool, 'environments'>, kind: string): boolean {
  return environments === undefined || environments.some((one) => one === kind);
}

/** Throws `unsupported`, with an alternative, when the tool does not work in this kind of environment. */
export function checkSupported(tool: Pick<Tool, 'name' | 'environments'>, kind: string): void {
  const { name, environments } = tool;
  if (isSupported(tool, kind) || !environments) return;
  throw new HandrailError(
    'unsupported',
    `${name} works in a ${environments.join(' or a ')}, not in a ${kind}.`,
    kind === 'browser'
      ? `Use the tools for pages, or open a session with environment "${environments.join('" or "')}".`
      : (alternatives[name] ?? 'Click, type, press keys, or choose from a menu with choose_menu.'),
  );
}

/** What replaces a browser tool on a desktop. */
const alternatives: Readonly<Record<string, string>> = {
  goto: 'Start a program with launch_app. In a browser on the desktop, type the URL into its address field.',
  browse_navigate: 'Start a program with launch_app, or click a link.',
  tabs: 'List windows with list_apps, activate one with focus_app, close one with close_app.',
  evaluate: 'Click, type and use menus.',
  upload_file: 'Open the file dialog of the program, and type the path into its name field.',
  download: 'Click what saves the file, and answer the file dialog.',
  handle_dialog: 'Click the button of the dialog, or press Enter or Escape.',
  get_page_content: 'Read the text with extract_text.',
};
