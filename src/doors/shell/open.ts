import { resolve } from 'node:path';
import { z } from 'zod';
import { environmentKinds } from '../../core/environment-kinds.js';
import { HandrailError } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import { normalizeUrl } from '../../core/url.js';
import { describeBusy } from '../../perception/ui-map/render-outcome.js';
import { findPolicy } from '../../rails/policy/find-policy.js';
import { loadPolicy } from '../../rails/policy/load-policy.js';
import { recordOf } from '../../rails/policy/policy-record.js';
import type { Policy, PresetName } from '../../rails/policy/schema.js';
import { parseSize } from '../command-line/parse-size.js';
import { summarizePage } from '../replies/page-summary.js';
import type { ManagedSession, SessionRules } from '../session-manager/managed-session.js';
import { parseScreenSelection, rejectBrowserOptions, type ScreenSelection } from '../session-manager/screen-options.js';
import type { CommandContext } from './command.js';
import { defineCommand } from './define-command.js';
import { checkOpened, maxUrls, openTabs } from './open-tabs.js';
import { pageReply } from './page-reply.js';

/** Opens a URL in an open session or in a new one. */
export const open = defineCommand({
  name: 'open',
  summary:
    'Opens a URL in a session and prints the page; several URLs, each in a tab of its own. Starts the session if it is not open; with --environment, a desktop or container. Files can be uploaded from the folder in which the session was opened.',
  input: z.object({
    url: z
      .union([z.string(), z.array(z.string()).min(1).max(maxUrls)])
      .optional()
      .describe('URL; https:// is optional. Several URLs open in several tabs'),
    headed: z.boolean().optional().describe('show the browser window'),
    viewport: z.string().optional().describe('width and height, such as 1280x800'),
    profile: z.string().optional().describe('folder of a browser profile that keeps cookies and settings'),
    approve: z
      .enum(['all', 'none'])
      .optional()
      .meta({ description: 'approve actions of safety level medium and above', default: 'all' }),
    policy: z
      .string()
      .optional()
      .describe(
        'what needs approval: watch, careful, trusted, open or a policy file (default open, with --approve none careful)',
      ),
    secrets: z
      .string()
      .optional()
      .describe('file that names the secrets for {{secret:NAME}}, and where each may be typed'),
    allow_evaluate: z.boolean().optional().describe('allow the evaluate tool to run scripts in pages'),
    environment: z.enum(environmentKinds).optional().meta({ description: 'kind of screen', default: 'browser' }),
    display: z
      .string()
      .optional()
      .describe('display of a desktop: private (default), current or :N; of a container: :N (default :99)'),
    size: z.string().optional().describe('size of a private desktop (default 1280x800)'),
    app: z.string().optional().describe('only the windows of this program; for a desktop or container'),
    container: z.string().optional().describe('name of the container (default cua-container)'),
    launch: z.array(z.string()).optional().describe('program to start with the desktop; repeatable'),
    budget: z.number().min(1).optional().describe('maximum tokens of text (default 550, with --full 2000)'),
  }),
  positional: ['url'],
  examples: [
    'handrail open https://shop.example',
    'handrail open localhost:3000 --session shop',
    'handrail open localhost:3000/a localhost:3000/b',
    'handrail open --environment desktop --launch galculator',
  ],
  async run({ url: given, budget, ...flags }, context) {
    const { sessions, session: name, signal } = context;
    const urls = given === undefined ? [] : [given].flat().map(normalizeUrl);
    const [url] = urls;
    await sessions.waitUntilSettled(name);
    const isNew = !sessions.has(name);
    const session = isNew ? await openNew(url, flags, context) : sessions.get(name);
    if (urls.length > 1 && !isNew) {
      rejectFlags(session, flags);
      return openTabs(session, { urls, budget, signal });
    }
    const busy = isNew ? session.openedBusy : await reuse(session, url, flags, signal);
    const observation = await session.runExclusive(
      () => session.session.observe({ coordinates: false, signal, budget }),
      signal,
    );
    if (urls.length > 1) return openTabs(session, { urls, opened: { observation, busy }, budget, signal });
    const shown =
      context.isIntermediate && !context.full
        ? summarizePage(observation)
        : session.printer.print(observation, { full: context.full, budget: budget ?? pageBudget });
    return pageReply(observation, session, shown, busy);
  },
});

/** In tokens, of a page that is printed without --full. */
const pageBudget = 550;

type OpenFlags = {
  headed?: boolean;
  viewport?: string;
  profile?: string;
  approve?: 'all' | 'none';
  policy?: string;
  secrets?: string;
  allow_evaluate?: boolean;
  size?: string;
} & Omit<ScreenSelection, 'size'>;

async function openNew(
  url: string | undefined,
  { headed, viewport, profile, approve, policy, secrets, allow_evaluate, size, ...selection }: OpenFlags,
  { sessions, session, home, folder, signal }: CommandContext,
): Promise<ManagedSession> {
  const screen = parseScreenSelection({ ...selection, size: readSize(size) });
  if (screen)
    rejectBrowserOptions(screen.environment, {
      url,
      '--headed': headed,
      '--viewport': viewport,
      '--profile': profile,
      '--allow-evaluate': allow_evaluate,
    });
  const lost = sessions.lostRules(session);
  return sessions.open(session, {
    screen,
    source: 'shell',
    home,
    signal,
    uploads: [folder],
    headless: !headed,
    allow: { evaluate: allow_evaluate ?? false },
    url,
    viewport: readSize(viewport),
    profile: profile === undefined ? undefined : resolve(folder, profile),
    policy: selectPolicy({ policy, approve, folder }, lost),
    secrets: secrets === undefined ? undefined : resolve(folder, secrets),
    approve: (approve ?? (lost?.approves === false ? 'none' : 'all')) === 'none' ? undefined : () => true,
  });
}

/** A session that was lost keeps its policy, so that a restart does not loosen it. */
function selectPolicy(
  { policy: given, approve, folder }: Pick<OpenFlags, 'policy' | 'approve'> & { folder: string },
  lost: SessionRules | undefined,
): Policy {
  const preset = defaultShellPolicy(approve);
  const found = findPolicy({ given, folder, preset });
  const isDefault = lost === undefined || recordOf(lost.policy).digest === recordOf(loadPolicy(preset)).digest;
  return given !== undefined || isDefault ? found : lost.policy;
}

/** Whoever calls the shell can approve everything. */
function defaultShellPolicy(approve: OpenFlags['approve']): PresetName {
  return approve === 'none' ? 'careful' : 'open';
}

/** The options of a session that is already open cannot change any more. */
function rejectFlags({ name, session }: ManagedSession, flags: OpenFlags, opensUrl = true): void {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  if (given.length > 0)
    throw new HandrailError(
      'invalid_option',
      `The session "${name}" is already open: --${given.map(([flag]) => flag.replaceAll('_', '-')).join(', --')} is valid only for a new session.`,
      `Close it first: handrail close --session ${name}`,
    );
  const { kind } = session.environment;
  if (opensUrl && kind !== 'browser')
    throw new HandrailError(
      'unsupported',
      `The session "${name}" is a ${kind}, which opens no URL.`,
      `Start a program there: handrail launch_app <name> --session ${name}. Or open another session.`,
    );
}

/** Opens the URL in a session that is already open. Returns why the page is still busy. */
async function reuse(
  managed: ManagedSession,
  url: string | undefined,
  flags: OpenFlags,
  signal: AbortSignal,
): Promise<string | undefined> {
  rejectFlags(managed, flags, url !== undefined);
  if (url === undefined) return undefined;
  const { session, runExclusive } = managed;
  const outcome = await runExclusive(
    () => session.perform({ type: 'navigate', url }, { signal, shown: false }),
    signal,
  );
  checkOpened(outcome);
  return describeBusy(outcome);
}

function readSize(text: string | undefined): Size | undefined {
  if (text === undefined) return undefined;
  const size = parseSize(text);
  if (size) return size;
  throw new HandrailError('invalid_input', `"${text}" is not a size.`, 'Use width and height, such as 1280x800.');
}
