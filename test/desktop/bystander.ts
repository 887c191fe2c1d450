import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { until } from '../cli/handrail.js';

/** A window in front of all others, at which a person sits: everything that reaches it is written down by the program itself. */
export interface Bystander {
  /** Who has the person's keys, and where the person's pointer is, as xdotool tells. */
  where(): { focus: string; pointer: string };
  /** The events that came since it was last asked, but those of drawing. */
  heard(): string[];
  close(): void;
}

const drawing = new Set(['Expose', 'NoExpose', 'GraphicsExpose', 'VisibilityNotify', 'KeymapNotify', 'MappingNotify']);

/** Opens the window, gives it the keys and puts the pointer into it. */
export async function openBystander(env: Record<string, string>): Promise<Bystander> {
  let log = '';
  let read = 0;
  const child: ChildProcess = spawn('xev', ['-geometry', '1270x770+2+20', '-name', 'bystander'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (chunk) => {
    log += chunk;
  });
  const tool = (...parameters: string[]) =>
    execFileSync('xdotool', parameters, { env, encoding: 'utf8', timeout: 5_000 }).trim();
  await until(() => log.includes('MapNotify'), 'the bystander is shown', 5_000);
  const raise = () => tool('search', '--name', '^bystander$', 'windowactivate', '--sync');
  raise();
  tool('mousemove', '--sync', '777', '555');
  await until(() => /FocusIn/.test(log) && /MotionNotify|EnterNotify/.test(log), 'the bystander has the keys', 5_000);
  return {
    where: () => ({ focus: tool('getwindowfocus', 'getwindowname'), pointer: tool('getmouselocation') }),
    heard() {
      const names = [...log.slice(read).matchAll(/^(\w+) event, serial/gm)].map(([, name = '']) => name);
      read = log.length;
      return names.filter((name) => !drawing.has(name));
    },
    close: () => child.kill(),
  };
}
