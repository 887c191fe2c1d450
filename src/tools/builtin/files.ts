import { z } from 'zod';
import type { Change } from '../../core/change.js';
import { HandrailError, joinSentences } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { ToolContext } from '../context.js';
import { actionOutput, noRequirements, selector, timeout, toActionOutput } from '../fields.js';
import { resolveWithRetry } from '../target/resolve-with-retry.js';
import { defineTool } from '../tool.js';

const fileTool = { ...noRequirements, environments: ['browser'], category: 'form', effect: 'outside' } as const;

/** Also accepts one path as a text. */
const paths = z.preprocess(
  (given: string | string[]) => (typeof given === 'string' ? [given] : given),
  z.array(z.string().min(1)).min(1),
);

const uploadFile = defineTool({
  ...fileTool,
  name: 'upload_file',
  title: 'Upload files',
  description:
    'Uploads local files to a file field, to an element that opens a file chooser, or to the open file chooser.',
  safety: 'high',
  idempotent: true,
  timeoutMs: 30_000,
  input: z.object({ selector: selector.optional(), paths, timeout }),
  output: actionOutput,
  returns: 'The effect.',
  examples: ['upload_file(selector="file field", paths=["README.md"])'],
  positional: ['selector', 'paths'],
  takes: { urls: [], paths: ['paths'], secrets: [] },
  aliases: ['upload'],
  fieldAliases: { file_path: 'paths', path: 'paths', files: 'paths' },
  async run({ selector: asked, paths: files, timeout: ms }, context) {
    if (asked === undefined) return toActionOutput(await context.perform({ type: 'upload', paths: files }));
    const { target } = await resolveWithRetry(context, asked, ms, 'point');
    try {
      return toActionOutput(await context.perform({ type: 'upload', paths: files, target }));
    } catch (error) {
      if (!(error instanceof HandrailError) || error.code !== 'not_editable') throw error;
      return toActionOutput(await uploadByChooser(context, files, target, error));
    }
  },
});

/** Clicks an element that is not a file field, and uploads to the file chooser it opens. */
async function uploadByChooser(
  context: ToolContext,
  files: string[],
  target: Parameters<typeof opensFileChooser>[1],
  refusal: HandrailError,
): Promise<Outcome> {
  const { modal } = await context.observe({ budget: 1 });
  if (modal?.kind !== 'file_chooser' && !(await opensFileChooser(context, target)))
    throw new HandrailError(
      'not_editable',
      joinSentences(refusal.message, 'Clicking it opened no file chooser.'),
      'Observe the page.',
    );
  try {
    return await context.perform({ type: 'upload', paths: files });
  } catch (error) {
    if (!modal && !context.signal.aborted) await context.perform({ type: 'upload', paths: [] });
    throw error;
  }
}

/** Clicks, and returns true if a file chooser opened. */
async function opensFileChooser(
  context: ToolContext,
  target: Extract<Parameters<ToolContext['perform']>[0], { type: 'click' }>['target'],
): Promise<boolean> {
  const { changes, observation } = await context.perform({ type: 'click', target });
  return observation?.modal?.kind === 'file_chooser' || changes.some(({ kind }) => kind === 'file_chooser');
}

const download = defineTool({
  ...fileTool,
  name: 'download',
  title: 'Download',
  description: 'Clicks an element that downloads a file, and returns its path.',
  safety: 'medium',
  idempotent: false,
  timeoutMs: 120_000,
  input: z.object({ selector, timeout }),
  output: z.object({ name: z.string(), path: z.string(), bytes: z.number() }),
  returns: 'Name, path and size of the file.',
  examples: ['download(selector="Price list")'],
  async run({ selector: asked, timeout: ms }, context) {
    const { target } = await resolveWithRetry(context, asked, ms);
    const outcome = await context.perform({ type: 'click', target });
    const file = await waitForDownload(context, outcome.changes.find(isDownload));
    if (file?.state === 'done' && file.path) return { name: file.name, path: file.path, bytes: file.bytes };
    if (!file) throw explainMissingDownload(outcome);
    throw new HandrailError(
      'not_found',
      `The download of ${file.name} was ${file.state}${file.reason ? `: ${file.reason}` : '.'}`,
      'Observe the page.',
    );
  },
});

type Download = Extract<Change, { kind: 'download' }>;

function isDownload(change: Change): change is Download {
  return change.kind === 'download';
}

/** Waits until the download has ended. */
async function waitForDownload(context: ToolContext, started: Download | undefined): Promise<Download | undefined> {
  let file = started;
  while (file?.state === 'running') {
    const { name } = file;
    const { changes = [] } = await context.observe({ budget: 1 });
    file = changes.filter(isDownload).find((one) => one.name === name && one.state !== 'running') ?? file;
    context.signal.throwIfAborted();
    if (file.state === 'running') await context.perform({ type: 'wait', for: { seconds: 0.2 } });
  }
  return file;
}

/** What the click did instead of a download. */
function explainMissingDownload({ changes, observation }: Outcome): HandrailError {
  const modal = observation?.modal;
  if (modal?.clearedBy === 'dialog')
    return new HandrailError(
      'modal_open',
      `The click opened a dialog first: ${modal.kind} "${modal.text.slice(0, 200)}".`,
      'Answer it with handle_dialog, which starts the download.',
    );
  const popup = changes.find((change) => change.kind === 'popup');
  if (popup)
    return new HandrailError(
      'not_found',
      `The click downloaded nothing. It opened ${popup.tab ?? 'another tab'} (${popup.url}), which shows the file instead.`,
      'Switch to it with tabs, then use extract_text.',
    );
  const moved = changes.find((change) => change.kind === 'url');
  if (moved)
    return new HandrailError(
      'not_found',
      `The click downloaded nothing. It opened ${moved.to}, which shows the file instead.`,
      'Read the page with extract_text.',
    );
  return new HandrailError('not_found', 'The click downloaded nothing.', 'Observe the page.');
}

export const fileTools = [uploadFile, download];
