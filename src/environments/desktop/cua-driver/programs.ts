import { z } from 'zod';
import { HandrailError } from '../../../core/errors.js';
import type { InputDriver, ScreenNode } from '../../screen/screen.js';
import { chooseMenuItem } from './menu.js';
import { type DriverParts, inBackground } from './pointer.js';
import type { Snapshot } from './snapshots.js';
import { unknownFormat, windowParameters } from './windows.js';

const appsSchema = z.object({
  apps: z.array(
    z.object({
      name: z.string(),
      kind: z.string().nullish(),
      bundle_id: z.string().nullish(),
      launch_path: z.string().nullish(),
    }),
  ),
});

const launchTimeoutMs = 20_000;
/** The close button of the window frame has at most this depth in the tree. */
const maxFrameDepth = 3;

type Programs = Pick<InputDriver, 'raise' | 'closeWindow' | 'launch' | 'listApps'>;

/** Programs and windows through the driver. */
export function createDriverPrograms(parts: DriverParts & { note?: ((text: string) => void) | undefined }): Programs {
  const { connection, snapshots, session, platform, note } = parts;

  /** Only programs that a user can start. The driver lists all processes, also kernel threads. */
  async function listApps(signal?: AbortSignal): Promise<{ app: string; launch: string }[]> {
    const parsed = appsSchema.safeParse((await connection.read('list_apps', {}, { signal })).data);
    if (!parsed.success) throw unknownFormat('the programs');
    const startable = parsed.data.apps.filter(({ kind, bundle_id, launch_path }) => kind || bundle_id || launch_path);
    const names = new Set(startable.map(({ name }) => name));
    return [...names].map((name) => ({ app: name, launch: name }));
  }

  return {
    listApps,
    async raise(window, signal) {
      await connection.act('bring_to_front', windowParameters(window), { signal });
    },
    async launch(app, parameters, signal) {
      // The driver splits the name at spaces, so only names of installed programs may have one.
      if (platform === 'linux' && /\s/.test(app) && !(await listApps(signal)).some(({ launch }) => launch === app))
        throw new HandrailError(
          'unknown_app',
          `There is no program "${app}".`,
          'Pass the arguments of a program separately.',
        );
      const input = { name: app, additional_arguments: parameters };
      await connection.act('launch_app', input, { timeoutMs: launchTimeoutMs, signal });
    },
    async closeWindow(window, signal) {
      const target = { session, ...windowParameters(window) };
      const snapshot = await snapshots.take(window, signal);
      const button = findCloseButton(snapshot);
      if (button) {
        const { element_token } = await snapshots.elementOf(button, window, signal);
        await connection.act('click', { ...target, element_token, ...inBackground }, { signal });
        return;
      }
      const path = findCloseItem(snapshot);
      if (path) return chooseMenuItem(parts, path, window, signal);
      note?.(`"${window.title}" cannot be closed normally, so its program was killed. Unsaved changes are lost.`);
      await connection.act('kill_app', { pid: target.pid }, { signal });
    },
  };
}

function findCloseButton({ nodes, elements }: Snapshot): ScreenNode | undefined {
  return nodes.find(
    ({ role, name }, index) =>
      role === 'Button' &&
      /^close( button| window)?$/i.test(name) &&
      (elements[index]?.depth ?? Number.POSITIVE_INFINITY) <= maxFrameDepth,
  );
}

/** The path of the menu item that closes the window, or else the program. */
function findCloseItem({ nodes, elements }: Snapshot): string[] | undefined {
  for (const pattern of [/^close window\b/i, /^close\b(?! (tab|all))/i, /^(quit|exit)\b/i]) {
    const index = nodes.findIndex(({ role, name }) => role === 'MenuItem' && pattern.test(name));
    const item = nodes[index];
    if (!item) continue;
    const depth = elements[index]?.depth ?? 0;
    const menu = nodes
      .slice(0, index)
      .findLast(({ role }, before) => role === 'Menu' && (elements[before]?.depth ?? 0) < depth);
    if (menu?.name) return [menu.name, item.name];
  }
  return undefined;
}
