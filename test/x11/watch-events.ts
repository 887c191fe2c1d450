import { spawn } from 'node:child_process';
import type { PrivateDesk } from '../support/private-desk.js';

export interface WatchedEvent {
  type: string;
  x: number;
  y: number;
  state: number;
  button: number;
  synthetic: boolean;
}

export interface WatchedEvents {
  mark(): number;
  since(mark: number): WatchedEvent[];
}

/** A window of the program xev, and what the program says that it heard. */
export function watchEvents(desk: PrivateDesk, title: string, geometry: string): WatchedEvents {
  const child = spawn('stdbuf', ['-oL', 'xev', '-name', title, '-geometry', geometry, '-event', 'mouse'], {
    env: desk.environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  const all = (): WatchedEvent[] =>
    text
      .split('\n\n')
      .filter((block) => /^(Button|Motion)/m.test(block))
      .map((block) => ({
        type: /^(\w+) event/m.exec(block)?.[1] ?? '',
        x: Number(/\((-?\d+),(-?\d+)\), root/.exec(block)?.[1]),
        y: Number(/\((-?\d+),(-?\d+)\), root/.exec(block)?.[2]),
        state: Number(/state (0x[0-9a-f]+)/.exec(block)?.[1] ?? 0),
        button: Number(/button (\d+)/.exec(block)?.[1] ?? 0),
        synthetic: /synthetic YES/.test(block),
      }));
  return { mark: () => all().length, since: (mark) => all().slice(mark) };
}
