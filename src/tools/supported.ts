import { HandrailError } from '../core/errors.js';
import type { Tool } from './tool.js';

/** Whether a tool has a use on this kind of screen. */
export function isFor({ environments }: Pick<Tool, 'environments'>, kind: string): boolean {
  return environments === undefined || (environments === 'pages') === (kind === 'browser');
}

/** Throws `unsupported`, with what to use instead, for a tool that this kind of screen has no use for. */
export function checkSupported(tool: Pick<Tool, 'name' | 'environments'>, kind: string): void {
  if (isFor(tool, kind)) return;
  throw tool.environments === 'pages'
    ? new HandrailError(
        'unsupported',
        `${tool.name} is for pages in a browser; this is a ${kind}.`,
        insteadOf(tool.name),
      )
    : new HandrailError(
        'unsupported',
        `${tool.name} is for desktops and containers; this is a browser.`,
        'Use the tools for pages, or open a session with environment "desktop" or "container".',
      );
}

const ways: Readonly<Record<string, string>> = {
  goto: 'Start a program with launch_app; in a browser of the desktop, type the address into its address field.',
  browse_navigate: 'Start a program with launch_app, or click what leads there.',
  tabs: 'List windows with list_apps, go to one with focus_app, close one with close_app.',
  evaluate: 'Click, type and choose from menus as a person would.',
  upload_file: 'Open the file dialog of the program, and type the path into its name field.',
  download: 'Click what saves it, and answer the file dialog.',
  handle_dialog: 'Click the button of the dialog, or press Enter or Escape.',
  get_page_content: 'Read it with extract_text.',
};

function insteadOf(name: string): string {
  return ways[name] ?? 'Click, type, press keys, or choose from a menu with choose_menu.';
}
