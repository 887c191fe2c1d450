import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descendants } from '../cli/handrail.js';
import { desktop } from '../environments/desktop.js';
import { at, type Stage } from '../environments/stage.js';

/** Processes of this desktop whose command line has that in it. */
function running(name: string): number[] {
  return descendants(process.pid).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name));
}

/** Does something while processes get no time at all, as on a machine that is busy with other things. */
async function without<T>(pids: readonly number[], ms: number, work: () => Promise<T>): Promise<T> {
  if (pids.length === 0) throw new Error('There is no such process.');
  const goOn = () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const timer = setTimeout(goOn, ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    goOn();
  }
}

/** Opens a window, does not respond for a while, and then adds a button. */
const slowToFill = `
import time, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Slow")
window.connect("destroy", Gtk.main_quit)
window.show()
shown = time.monotonic() + 0.1
while time.monotonic() < shown or Gtk.events_pending():
    Gtk.main_iteration_do(False)
time.sleep(0.6)
window.add(Gtk.Button(label="Come late"))
window.show_all()
Gtk.main()
`;

describe('busy programs', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await desktop.open();
  }, desktop.openMs);
  afterAll(() => stage?.close());

  test('waits for a window that the window manager shows late', async () => {
    await stage.tell('reset');
    const target = await at(stage, 'Ask');
    const outcome = await without(running('openbox'), 1_200, () => stage.session.perform({ type: 'click', target }));
    expect(outcome).toMatchObject({ ok: true, effect: 'changed' });
    expect((await stage.session.observe()).text).toContain('Really?');
  });

  test('waits for a program that reads its keys late', async () => {
    await stage.tell('reset');
    await stage.session.perform({ type: 'click', target: await at(stage, 'Name') });
    const keys = stage.session.perform.bind(stage.session, { type: 'key', keys: 'x' });
    expect(await without(running('stage.py'), 1_200, keys)).toMatchObject({ ok: true, effect: 'changed' });
    expect(await stage.log()).toContain('text Name "x"');
  });

  test('launch waits until a slow program has filled its window', async () => {
    const { observation, error } = await stage.session.perform({
      type: 'launch',
      app: '/usr/bin/python3',
      arguments: ['-c', slowToFill],
    });
    expect(error).toBeUndefined();
    expect(observation?.elements.map(({ name }) => name)).toContain('Come late');
    await stage.session.perform({ type: 'close_app', app: 'Slow' });
  });

  test('an effect that may still come is unknown, not unchanged', async () => {
    await stage.tell('reset');
    const target = await at(stage, 'Ask');
    const outcome = await without(running('openbox'), 20_000, () => stage.session.perform({ type: 'click', target }));
    expect(outcome).toMatchObject({ ok: true, effect: 'unknown' });
    await stage.session.perform({ type: 'wait', for: { text: 'Really?' } });
    expect((await stage.session.observe()).text).toContain('Really?');
  });
});
