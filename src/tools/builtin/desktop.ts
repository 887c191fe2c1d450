import { z } from 'zod';
import { acted, actedBy, nothing, plain } from '../fields.js';
import { defineTool } from '../tool.js';
import { findApp, focusApp, readApps, tellApps } from './apps.js';

const desk = {
  only: 'desktops',
  category: 'system',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 45_000,
} as const;

const app = z.string().min(1).describe('Name of a program or title of a window, or a part of it');

const appFacts = z.object({
  app: z.string(),
  windows: z.array(z.object({ title: z.string(), active: z.boolean() })),
  launch: z.string().optional(),
});

const listApps = defineTool({
  ...desk,
  ...plain,
  name: 'list_apps',
  title: 'List programs',
  description: 'Lists the programs that run with their windows, and with `all` those that could be started.',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  input: z.object({ all: z.boolean().default(false).describe('Also those that do not run') }),
  output: z.object({ apps: z.array(appFacts), text: z.string() }),
  returns: 'The programs, their windows, and the window in use.',
  examples: ['list_apps()', 'list_apps(all=true)'],
  positional: [],
  aliases: ['list_windows'],
  async run({ all }, context) {
    const apps = await readApps(context);
    const shown = all ? apps : apps.filter(({ windows }) => windows.length > 0);
    return { apps: shown, text: tellApps(shown) };
  },
});

const focus = defineTool({
  ...desk,
  ...plain,
  name: 'focus_app',
  title: 'Use another window',
  description:
    'Sends input to another window, in the background. `raise` also brings it to the front, which disturbs whoever sits there.',
  input: z.object({ app, raise: z.boolean().default(false) }),
  output: acted.extend({ app: z.string() }),
  returns: 'The window that is in use now.',
  examples: ['focus_app(app="mousepad")', 'focus_app(app="Calculator", raise=true)'],
  aliases: ['switch_app', 'focus_window'],
  fieldAliases: { window: 'app', raise_window: 'raise' },
  async run({ app: asked, raise }, context) {
    const { tab, outcome } = await focusApp(asked, raise, context);
    return { ...actedBy(outcome), app: tab.title || tab.url };
  },
});

const launch = defineTool({
  ...desk,
  ...plain,
  name: 'launch_app',
  title: 'Start a program',
  description: 'Starts a program of the desktop by its name and waits for its window.',
  safety: 'high',
  effect: 'outside',
  input: z.object({
    app: z.string().min(1).describe('Its name or its command'),
    arguments: z.array(z.string()).optional().describe('Words to start it with, such as the path of a file'),
  }),
  output: acted,
  returns: 'Whether anything changed: the window that opened.',
  examples: ['launch_app(app="mousepad")', 'launch_app(app="thunar", arguments=["Documents"])'],
  positional: ['app', 'arguments'],
  aliases: ['open_app', 'start_app', 'launch'],
  fieldAliases: { name: 'app', args: 'arguments' },
  run: async ({ app: asked, arguments: words }, { perform }) =>
    actedBy(await perform({ type: 'launch', app: asked, ...(words ? { arguments: words } : {}) })),
});

const close = defineTool({
  ...desk,
  ...plain,
  name: 'close_app',
  title: 'Close a program',
  description: 'Asks a program, or one window of it, to close. It may ask back before it does.',
  safety: 'medium',
  effect: 'outside',
  input: z.object({ app }),
  output: acted,
  returns: 'Whether anything changed: the window that went, or the question that came.',
  examples: ['close_app(app="mousepad")'],
  aliases: ['quit_app', 'close_window'],
  fieldAliases: { name: 'app', window: 'app' },
  async run({ app: asked }, context) {
    return actedBy(await context.perform({ type: 'close_app', app: await findApp(asked, context) }));
  },
});

const menu = defineTool({
  ...desk,
  ...plain,
  name: 'choose_menu',
  title: 'Choose from a menu',
  description: 'Chooses an item of the menu bar by the words of each level, without opening it where that can be done.',
  category: 'interaction',
  input: z.object({
    path: z
      .union([z.array(z.string().min(1)).min(1), z.string().min(1)])
      .describe('Words of each level: ["File", "Save As…"] or "File > Save As…"'),
    app: app.optional().describe('The program; the window in use when not said'),
  }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['choose_menu(path=["File", "Save As..."])', 'choose_menu(path="Edit > Select All", app="mousepad")'],
  aliases: ['menu', 'invoke_menu'],
  fieldAliases: { menu: 'path', items: 'path' },
  async run({ path, app: asked }, context) {
    const levels = typeof path === 'string' ? splitPath(path) : path;
    const where = asked === undefined ? {} : { app: await findApp(asked, context) };
    return actedBy(await context.perform({ type: 'menu', path: levels, ...where }));
  },
});

function splitPath(path: string): string[] {
  return path
    .split(/\s*(?:>|→|»|->|›|➜)\s*/u)
    .map((level) => level.trim())
    .filter(Boolean);
}

const readClipboard = defineTool({
  ...desk,
  ...plain,
  name: 'read_clipboard',
  title: 'Read the clipboard',
  description: 'Reads the text on the clipboard. Whoever sits there may have put a secret on it.',
  category: 'extraction',
  safety: 'medium',
  effect: 'none',
  idempotent: true,
  input: nothing,
  output: z.object({ text: z.string() }),
  returns: 'The text.',
  examples: ['read_clipboard()'],
  aliases: ['get_clipboard', 'clipboard_read'],
  run: async (_, { read }) => ({ text: (await read({ what: 'clipboard' })).text }),
});

const writeClipboard = defineTool({
  ...desk,
  ...plain,
  name: 'write_clipboard',
  title: 'Write to the clipboard',
  description: 'Puts a text on the clipboard, in place of what is there.',
  category: 'interaction',
  idempotent: true,
  input: z.object({ text: z.string() }),
  output: acted,
  returns: 'Whether anything changed.',
  examples: ['write_clipboard(text="mug")'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  aliases: ['set_clipboard', 'clipboard_write'],
  run: async ({ text }, { perform }) => actedBy(await perform({ type: 'clipboard', text })),
});

/** What only desktops have: programs, windows, menus and a clipboard. */
export const desktopTools = [listApps, focus, launch, close, menu, readClipboard, writeClipboard];
