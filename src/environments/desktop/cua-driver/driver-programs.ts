import { z } from 'zod';
import { HandrailError } from '../../../core/errors.js';
import type { InputDriver, ScreenNode } from '../../screen/screen.js';
import { chooseMenuItem } from './driver-menu.js';
import type { DriverParts } from './driver-pointer.js';
import type { Snapshot } from './driver-snapshots.js';
import { addressOf } from './driver-windows.js';

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

const launchMs = 20_000;

type Programs = Pick<InputDriver, 'raise' | 'closeWindow' | 'launch' | 'apps'>;

/** Programs and their windows by the driver. */
export function driverPrograms(parts: DriverParts & { note?: ((text: string) => void) | undefined }): Programs {
  const { line, snapshots, session, platform, note } = parts;

  /** Only what a person could start: the driver lists every process there is, threads of the kernel too. */
  async function apps(signal?: AbortSignal): Promise<{ app: string; launch: string }[]> {
    const { facts } = await line.read('list_apps', {}, { signal });
    const parsed = appsSchema.safeParse(facts);
    if (!parsed.success) {
      throw new HandrailError('driver_failed', 'The desktop driver listed programs in a form that is not known.');
    }
    const startable = parsed.data.apps.filter(({ kind, bundle_id, launch_path }) => kind || bundle_id || launch_path);
    const names = new Set(startable.map(({ name }) => name));
    return [...names].map((name) => ({ app: name, launch: name }));
  }

  return {
    apps,
    async raise(window, signal) {
      await line.act('bring_to_front', addressOf(window), { signal });
    },
    async launch(app, parameters, signal) {
      // The driver takes what follows a space for parameters: a name may have spaces, a command line is not asked for.
      if (platform === 'linux' && /\s/.test(app) && !(await apps(signal)).some(({ launch }) => launch === app)) {
        throw new HandrailError(
          'unknown_app',
          `There is no program "${app}".`,
          'Give what it is to be started with as arguments.',
        );
      }
      await line.act('launch_app', { name: app, additional_arguments: parameters }, { ms: launchMs, signal });
    },
    async closeWindow(window, signal) {
      const address = { session, ...addressOf(window) };
      const snapshot = await snapshots.take(window, signal);
      const button = closeButton(snapshot);
      if (button) {
        const { element_token } = await snapshots.elementOf(button, window, signal);
        await line.act('click', { ...address, element_token, delivery_mode: 'background' }, { signal });
        return;
      }
      const path = closeItem(snapshot);
      if (path) {
        await chooseMenuItem(parts, path, window, signal);
        return;
      }
      note?.(
        `"${window.title}" has no way to be asked to close, so its program was ended: what was not saved is lost.`,
      );
      await line.act('kill_app', { pid: address.pid }, { signal });
    },
  };
}

/** The button of the window's frame: near the top of the tree. */
function closeButton({ nodes, elements }: Snapshot): ScreenNode | undefined {
  return nodes.find(
    ({ role, name }, index) =>
      role === 'Button' && /^close( button| window)?$/i.test(name) && (elements[index]?.depth ?? 9) <= 3,
  );
}

/** The item of a menu that closes the window, else the program. */
function closeItem({ nodes, elements }: Snapshot): string[] | undefined {
  for (const words of [/^close window\b/i, /^close\b(?! (tab|all))/i, /^(quit|exit)\b/i]) {
    const at = nodes.findIndex(({ role, name }) => role === 'MenuItem' && words.test(name));
    const item = nodes[at];
    if (!item) continue;
    const depth = elements[at]?.depth ?? 0;
    const menu = nodes
      .slice(0, at)
      .findLastIndex(({ role }, index) => role === 'Menu' && (elements[index]?.depth ?? 0) < depth);
    const name = nodes[menu]?.name;
    if (name) return [name, item.name];
  }
  return undefined;
}
