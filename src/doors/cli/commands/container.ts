import { containerDown, containerUp, listContainers } from '../../../environments/container/engine/container-up.js';
import { findEngine } from '../../../environments/container/engine/engine.js';
import { openOutput } from '../output.js';
import { listenForInterruption } from '../run/interruption.js';

export interface ContainerFlags {
  socket?: string;
  json?: true;
}

export interface UpFlags extends ContainerFlags {
  packages?: string[];
  size?: { width: number; height: number };
  network?: true;
  memory?: number;
  cpus?: number;
}

/** `handrail container up`: a desktop in a container, until `down`. */
export async function containerUpCommand(
  name: string | undefined,
  { socket, json, ...options }: UpFlags,
): Promise<void> {
  const output = openOutput();
  const interruption = listenForInterruption();
  try {
    const engine = await findEngine(socket);
    const desktop = await containerUp(engine, {
      ...options,
      ...(name === undefined ? {} : { name }),
      note: (text) => process.stderr.write(`${text}\n`),
      signal: interruption.signal,
    });
    if (json) {
      output.write(`${JSON.stringify(desktop, undefined, 2)}\n`);
      return;
    }
    const chosen = desktop.name === 'cua-container' ? '' : ` --container ${desktop.name}`;
    output.write(`The container '${desktop.name}' ${desktop.existed ? 'was there already' : 'is up'}, with a desktop on ${desktop.display}.

  handrail run "…" --environment container${chosen}
  handrail open --environment container${chosen}
  handrail container down${desktop.name === 'cua-container' ? '' : ` ${desktop.name}`}
`);
  } finally {
    interruption.stop();
  }
}

/** `handrail container down`. */
export async function containerDownCommand(name: string | undefined, { socket, json }: ContainerFlags): Promise<void> {
  const output = openOutput();
  await containerDown(await findEngine(socket), name);
  output.write(json ? `${JSON.stringify({ ok: true })}\n` : 'It is gone, with everything in it.\n');
}

/** `handrail container list`. */
export async function containerListCommand({ socket, json }: ContainerFlags): Promise<void> {
  const output = openOutput();
  const all = await listContainers(await findEngine(socket));
  if (json) {
    output.write(`${JSON.stringify(all, undefined, 2)}\n`);
    return;
  }
  if (all.length === 0) output.write('There are none. Make one: handrail container up\n');
  const { bold, dim } = output.colours;
  for (const { name, status, image } of all) output.write(`${bold(name)}  ${status}  ${dim(image)}\n`);
}
