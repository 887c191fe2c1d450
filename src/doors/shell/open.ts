import { resolve } from 'node:path';
import { z } from 'zod';
import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import { readAddress } from '../../environments/browser/address.js';
import { askFrom } from '../../rails/gate.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import { readOtherScreen, refuseBrowserWords, type ScreenWords } from '../session-manager/screen-options.js';
import type { Shell } from './command.js';
import { define } from './define-command.js';
import { showPage } from './show-page.js';

/** Opens an address, in a session that is there or in a new one. */
export const open = define({
  name: 'open',
  summary:
    'Opens an address in a session, which is started when there is none, and shows the page; with --environment, a desktop or a container. Files can be uploaded from the folder it was opened in.',
  input: z.object({
    url: z.string().optional().describe('address; https:// may be left out'),
    headed: z.boolean().optional().describe('show the browser'),
    viewport: z.string().optional().describe('width and height, such as 1280x800'),
    profile: z.string().optional().describe('a browser profile that keeps cookies and settings'),
    approve: z.enum(['all', 'none']).optional().describe('what is of safety level medium and up: all (default), none'),
    allow_evaluate: z.boolean().optional().describe('let the evaluate tool run scripts in pages'),
    environment: z.enum(environmentKinds).optional().describe('where it happens (browser)'),
    display: z
      .string()
      .optional()
      .describe('of a desktop: private (default), current or :N; of a container: :99 (default)'),
    size: z.string().optional().describe('of a private desktop (1280x800)'),
    app: z.string().optional().describe('of a desktop or container: only the windows of this program'),
    container: z.string().optional().describe('the container (cua-container)'),
    launch: z.array(z.string()).optional().describe('programs to start with the desktop, each as one word'),
    budget: z.number().min(1).optional().describe('tokens of text at most (2000)'),
  }),
  positional: ['url'],
  examples: [
    'handrail open https://shop.example',
    'handrail open localhost:3000 --session shop',
    'handrail open --environment desktop --launch galculator',
  ],
  async run({ url: asked, budget, ...how }, shell) {
    const url = asked === undefined ? undefined : readAddress(asked);
    await shell.hub.atRest(shell.session);
    const isNew = !shell.hub.has(shell.session);
    const held = isNew ? await start(url, how, shell) : shell.hub.get(shell.session);
    if (!isNew) await reuse(held, url, how, shell);
    const observation = await held.inTurn(
      () => held.session.observe({ coordinates: false, signal: shell.signal, ...(budget ? { budget } : {}) }),
      shell.signal,
    );
    return showPage(observation, held);
  },
});

type How = {
  headed?: boolean | undefined;
  viewport?: string | undefined;
  profile?: string | undefined;
  approve?: 'all' | 'none' | undefined;
  allow_evaluate?: boolean | undefined;
  size?: string | undefined;
} & Omit<ScreenWords, 'size'>;

async function start(
  url: string | undefined,
  how: How,
  { hub, session, home, folder, signal }: Shell,
): Promise<ManagedSession> {
  const { environment, display, size, app, container, launch } = how;
  const screen = readOtherScreen({
    environment,
    display,
    app,
    container,
    launch,
    ...(size === undefined ? {} : { size: readSize(size) }),
  });
  if (screen)
    refuseBrowserWords(screen.environment, {
      url,
      '--headed': how.headed,
      '--viewport': how.viewport,
      '--profile': how.profile,
      '--allow-evaluate': how.allow_evaluate,
    });
  return hub.open(session, {
    ...(screen ? { screen } : {}),
    by: 'shell',
    home,
    signal,
    uploads: [folder],
    headless: !how.headed,
    allow: { evaluate: how.allow_evaluate ?? false },
    ...(url === undefined ? {} : { url }),
    ...(how.viewport === undefined ? {} : { viewport: readSize(how.viewport) }),
    ...(how.profile === undefined ? {} : { profile: resolve(folder, how.profile) }),
    ...(how.approve === 'none' ? { gate: askFrom('medium') } : {}),
  });
}

/** A session that is there already keeps what it was opened with. */
async function reuse(
  held: ManagedSession,
  url: string | undefined,
  how: How,
  { session, signal }: Shell,
): Promise<void> {
  const late = Object.entries(how).filter(([, value]) => value !== undefined);
  if (late.length > 0)
    throw new HandrailError(
      'invalid_option',
      `The session "${session}" is open already: --${late.map(([name]) => name.replaceAll('_', '-')).join(', --')} can only be said when it is opened.`,
      `Close it first: handrail close --session ${session}`,
    );
  if (url === undefined) return;
  const { kind } = held.session.environment;
  if (kind !== 'browser')
    throw new HandrailError(
      'unsupported',
      `The session "${session}" is a ${kind}, which opens no address.`,
      `Start a program there: handrail launch_app <name> --session ${session}; or open another session.`,
    );
  const { error } = await held.inTurn(() => held.session.perform({ type: 'navigate', url }, { signal }), signal);
  if (error) throw new HandrailError(error.code, error.message, error.hint);
}

function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})\s*[x×,]\s*(\d{2,5})$/i.exec(text.trim()) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  throw new HandrailError('invalid_input', `"${text}" is no size.`, 'Give width and height, such as 1280x800.');
}
