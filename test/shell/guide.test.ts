import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningShop, startShop } from '../../examples/shop/server.mjs';
import { client, openShell, root, type TestShell } from './shell.js';

const guide = readFileSync(join(root, 'docs/guides/shell.md'), 'utf8');
const commands = [...guide.matchAll(/^```sh session\n(.*?)^```/gms)].flatMap(([, text = '']) =>
  text.trim().split('\n'),
);

/** What the output of these commands must contain. */
const answers: Record<string, RegExp> = {
  'handrail click "Add to cart"': /Stoneware mug added to your cart/,
  'handrail click "Add to cart in the row with Linen notebook"': /Linen notebook added to your cart/,
  'handrail observe --image cart.png --marks': /picture: .*cart\.png/,
  'handrail close --session ann': /^closed ann$/m,
  'handrail close --all': /^closed default, bob$/m,
};

describe('the guide to the shell', () => {
  let shop: RunningShop;
  let shell: TestShell;

  beforeAll(async () => {
    shop = await startShop();
    shell = openShell();
    mkdirSync(join(shell.folder, 'bin'));
    symlinkSync(client, join(shell.folder, 'bin/handrail'));
  });
  afterAll(async () => {
    await shell.end();
    await shop.close();
  });

  it('has commands', () => expect(commands.length).toBeGreaterThan(12));

  it.each(commands)('`%s` works', async (command) => {
    const line = command.replaceAll('https://shop.example', shop.url);
    const PATH = `${join(shell.folder, 'bin')}${delimiter}${process.env.PATH}`;
    const { code, stdout, stderr } = await shell.run(['-c', line], { program: ['/bin/sh'], env: { PATH } });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(answers[command] ?? /\S/);
  });

  it('had the effects that it describes', () => {
    expect(shop.log.filter(({ method, path }) => method === 'POST' && path === '/cart/add')).toHaveLength(3);
  });

  it('lists the environment variables', () => {
    for (const name of ['HANDRAIL_RUNTIME', 'HANDRAIL_IDLE', 'HANDRAIL_HOME', 'HANDRAIL_SESSION'])
      expect(guide).toContain(`| \`${name}\` |`);
  });
});
