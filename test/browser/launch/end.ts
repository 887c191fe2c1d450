import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, foldersOf, processesOf, profileOf, runScript } from '../launch-witness.js';
import { acquire, slow } from './leases.js';

/** The browsers of a process that ends. */
export function describeEnd(): void {
  // What every way to end leaves behind is asked in faults/end.test.ts, with a session in the middle of its work.
  describe('the end of the process (fault 45)', slow, () => {
    const start = `
    import { acquireBrowser } from './src/environments/browser/launch/acquire-browser.ts';
    const lease = await acquireBrowser();
    const page = await (await lease.browser.playwright()).newPage();
    await page.goto('data:text/html,<title>up</title>');
    const never = page.waitForSelector('#never', { timeout: 0 });`;
    const up = `
    console.log('browser', lease.pid);
    await never;`;

    async function witness(source: string) {
      const script = await runScript(source);
      const pid = Number(await script.said('browser'));
      const profile = profileOf(pid);
      expect(processesOf(pid).length).toBeGreaterThan(3);
      expect(existsSync(profile)).toBe(true);
      expect(foldersOf(script.pid).length).toBe(1);
      return { script, pid, profile };
    }

    async function nothingIsLeft(pid: number, profile: string, owner: number) {
      await eventually(() => processesOf(pid).length === 0, 5000);
      expect(existsSync(profile)).toBe(false);
      expect(foldersOf(owner)).toEqual([]);
    }

    it('leaves a signal to other listeners', async () => {
      const handler = `
      let count = 0;
      process.on('SIGINT', async () => {
        console.log('heard', ++count, await page.title());
        if (count === 2) process.exit(7);
      });`;
      const { script, pid, profile } = await witness(start + handler + up);
      process.kill(script.pid, 'SIGINT');
      expect(await script.said('heard')).toBe('1 up');
      expect(processesOf(pid).length).toBeGreaterThan(3);
      process.kill(script.pid, 'SIGINT');
      expect(await script.ended).toEqual({ code: 7, signal: null });
      await nothingIsLeft(pid, profile, script.pid);
    });

    it('does not block a listener that ends the process only if it is the only one', async () => {
      const alone = `
      const listener = () => {
        if (process.listeners('SIGTERM').length > 1) return;
        process.off('SIGTERM', listener);
        process.kill(process.pid, 'SIGTERM');
      };
      process.on('SIGTERM', listener);`;
      const { script, pid } = await witness(start + alone + up);
      process.kill(script.pid, 'SIGTERM');
      expect(await script.ended).toEqual({ code: null, signal: 'SIGTERM' });
      await eventually(() => processesOf(pid).length === 0, 5000);
    });

    it('keeps its listeners after the first signal, and removes them with the last lease', async () => {
      const source = `${start}
      never.catch(() => undefined);
      process.once('SIGTERM', () => setTimeout(() => console.log('kept', process.listenerCount('SIGTERM')), 50));
      console.log('browser', lease.pid);
      process.once('SIGUSR2', async () => {
        await lease.release();
        console.log('left', ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name)).join());
      });`;
      const { script } = await witness(source);
      process.kill(script.pid, 'SIGTERM');
      expect(await script.said('kept')).toBe('1');
      process.kill(script.pid, 'SIGUSR2');
      expect(await script.said('left')).toBe('0,0,0,0');
      expect(await script.ended).toEqual({ code: 0, signal: null });
    });

    it('SIGKILL leaves no process, and the next start removes only the folders of dead processes', async () => {
      const dead = await witness(start + up);
      const living = await witness(start + up);
      process.kill(dead.script.pid, 'SIGKILL');
      await dead.script.ended;
      await eventually(() => processesOf(dead.pid).length === 0, 5000);
      expect(foldersOf(dead.script.pid).length).toBe(1);

      await acquire();
      await nothingIsLeft(dead.pid, dead.profile, dead.script.pid);
      expect(existsSync(living.profile)).toBe(true);
      expect(foldersOf(living.script.pid).length).toBe(1);
      expect(existsSync(join(tmpdir(), foldersOf(process.pid)[0] ?? ''))).toBe(true);
      process.kill(living.script.pid, 'SIGTERM');
      await living.script.ended;
      await nothingIsLeft(living.pid, living.profile, living.script.pid);
    });
  });
}
