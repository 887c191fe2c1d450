import { z } from 'zod';
import { actionOutput, noInput, noRequirements, toActionOutput } from '../fields.js';
import { defineTool } from '../tool.js';
import { findApp, focusApp, formatApps, readApps } from '../windows/apps.js';

const desktopTool = {
  ...noRequirements,
  environments: ['desktop', 'container'],
  category: 'system',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 45_000,
} as const;

const app = z.string().min(1).describe('Program name or window title, or a part of it');

const appFacts = z.object({
  app: z.string(),
  windows: z.array(z.object({ title: z.string(), active: z.boolean() })),
  launch: z.string().optional(),
});

const listApps = defineTool({
  ...desktopTool,
  name: 'list_apps',
  title: 'List programs',
  description: 'Lists the running programs with their windows. `all` also lists installed programs.',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  input: z.object({ all: z.boolean().default(false).describe('Include installed programs') }),
  output: z.object({ apps: z.array(appFacts), text: z.string() }),
  returns: 'The programs, their windows, and the active window.',
  examples: ['list_apps()', 'list_apps(all=true)'],
  positional: [],
  aliases: ['list_windows'],
  async run({ all }, context) {
    const apps = await readApps(context);
    const shown = all ? apps : apps.filter(({ windows }) => windows.length > 0);
    return { apps: shown, text: formatApps(shown) };
  },
});

const focus = defineTool({
  ...desktopTool,
  name: 'focus_app',
  title: 'Activate a window',
  description:
    'Selects the window that receives input, in the background. `raise` also brings it to the front, which disturbs the user.',
  input: z.object({ app, raise: z.boolean().default(false) }),
  output: actionOutput.extend({ app: z.string() }),
  returns: 'The active window.',
  examples: ['focus_app(app="mousepad")', 'focus_app(app="Calculator", raise=true)'],
  aliases: ['switch_app', 'focus_window'],
  fieldAliases: { window: 'app', raise_window: 'raise' },
  async run({ app: asked, raise }, context) {
    const { tab, outcome } = await focusApp(asked, raise, context);
    return { ...toActionOutput(outcome), app: tab.title || tab.url };
  },
});

const launch = defineTool({
  ...desktopTool,
  name: 'launch_app',
  title: 'Start a program',
  description: 'Starts a program by name and waits for its window.',
  safety: 'high',
  effect: 'outside',
  input: z.object({
    app: z.string().min(1).describe('Name or command'),
    arguments: z.array(z.string()).optional().describe('Such as the path of a file'),
  }),
  output: actionOutput,
  returns: 'The effect: the window that opened.',
  examples: ['launch_app(app="mousepad")', 'launch_app(app="thunar", arguments=["Documents"])'],
  positional: ['app', 'arguments'],
  aliases: ['open_app', 'start_app', 'launch'],
  fieldAliases: { name: 'app', args: 'arguments' },
  run: async ({ app: asked, arguments: words }, { perform }) =>
    toActionOutput(await perform({ type: 'launch', app: asked, arguments: words })),
});

const close = defineTool({
  ...desktopTool,
  name: 'close_app',
  title: 'Close a program',
  description: 'Closes a program or one of its windows. The program may show a dialog first.',
  safety: 'medium',
  effect: 'outside',
  input: z.object({ app }),
  output: actionOutput,
  returns: 'The effect: the window that closed, or the dialog that opened.',
  examples: ['close_app(app="mousepad")'],
  aliases: ['quit_app', 'close_window'],
  fieldAliases: { name: 'app', window: 'app' },
  async run({ app: asked }, context) {
    return toActionOutput(await context.perform({ type: 'close_app', app: await findApp(asked, context) }));
  },
});

const menu = defineTool({
  ...desktopTool,
  name: 'choose_menu',
  title: 'Choose from a menu',
  description: 'Chooses an item of the menu bar by the text of each level, without opening the menu if possible.',
  category: 'interaction',
  input: z.object({
    path: z
      .union([z.array(z.string().min(1)).min(1), z.string().min(1)])
      .describe('["File", "Save As…"] or "File > Save As…"'),
    app: app.optional().describe('Default: the active window'),
  }),
  output: actionOutput,
  returns: 'The effect.',
  examples: ['choose_menu(path=["File", "Save As..."])', 'choose_menu(path="Edit > Select All", app="mousepad")'],
  aliases: ['menu', 'invoke_menu'],
  fieldAliases: { menu: 'path', items: 'path' },
  async run({ path, app: asked }, context) {
    const levels = typeof path === 'string' ? splitPath(path) : path;
    const target = asked === undefined ? undefined : await findApp(asked, context);
    return toActionOutput(await context.perform({ type: 'menu', path: levels, app: target }));
  },
});

function splitPath(path: string): string[] {
  return path
    .split(/\s*(?:>|→|»|->|›|➜)\s*/u)
    .map((level) => level.trim())
    .filter(Boolean);
}

const readClipboard = defineTool({
  ...desktopTool,
  name: 'read_clipboard',
  title: 'Read the clipboard',
  description: 'Reads the text on the clipboard, which can contain a secret of the user.',
  category: 'extraction',
  safety: 'medium',
  effect: 'none',
  idempotent: true,
  input: noInput,
  output: z.object({ text: z.string() }),
  returns: 'The text.',
  examples: ['read_clipboard()'],
  aliases: ['get_clipboard', 'clipboard_read'],
  run: async (_, { read }) => ({ text: (await read({ what: 'clipboard' })).text }),
});

const writeClipboard = defineTool({
  ...desktopTool,
  name: 'write_clipboard',
  title: 'Write to the clipboard',
  description: 'Replaces the text on the clipboard.',
  category: 'interaction',
  idempotent: true,
  input: z.object({ text: z.string() }),
  output: actionOutput,
  returns: 'The effect.',
  examples: ['write_clipboard(text="mug")'],
  takes: { urls: [], paths: [], secrets: ['text'] },
  aliases: ['set_clipboard', 'clipboard_write'],
  run: async ({ text }, { perform }) => toActionOutput(await perform({ type: 'clipboard', text })),
});

/** Tools for programs, windows, menus and the clipboard. */
export const desktopTools = [listApps, focus, launch, close, menu, readClipboard, writeClipboard];
