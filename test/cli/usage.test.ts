import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtinTools } from '../../src/exports/tools.js';
import { sample } from '../support/sample.js';
import { handrail, script, temporaryFolder, useFolder } from './handrail.js';

const folder = useFolder();

const ask = (...parameters: string[]) => handrail(parameters, { folder: folder.path });

describe('a usage error exits with 2, a message and the next step', () => {
  test.each<[string, string[], RegExp, RegExp]>(
    sample(
      [
        ['a command', ['rum', 'x'], /There is no command "rum"\. Did you mean run\?/, /handrail --help/],
        ['no command', ['--session', 'x'], /The command is missing/, /handrail --help/],
        ['a task without a command', ['Search for mug'], /Unknown command/, /handrail run "Search for mug"/],
        [
          'an option',
          ['run', 'x', '--urll', 'y'],
          /Unknown option '--urll'\. Did you mean --url\?/,
          /handrail run --help/,
        ],
        ['a value', ['run', 'x', '--max-steps', 'many'], /'many' is invalid/, /handrail run --help/],
        ['a size', ['run', 'x', '--viewport', 'big'], /1280x800/, /handrail run --help/],
        ['an answer', ['run', 'x', '--approve', 'some'], /ask, all, none/, /handrail run --help/],
        ['nobody to ask', ['run', 'x', '--approve', 'ask'], /needs a terminal, and there is none/, /--approve all/],
        ['no task', ['run'], /The task is empty/, /handrail run "/],
        ['an empty task', ['run', '-'], /The task is empty/, /handrail run "/],
        ['two tasks', ['run', 'x', '--file', 'y'], /given twice/, /not both/],
        ['no such file', ['run', '--file', 'nowhere.txt'], /cannot be read/, /path of a text file/],
        ['an address', ['run', 'x', '--url', 'ftp://x'], /are not supported/, /https:\/\/example\.com/],
        ['a model', ['run', 'x', '--model', 'hal'], /no model "hal"/, /steps/],
        ['a script', ['run', 'x', '--model', 'scripted:nowhere.json'], /cannot be read/, /list of turns/],
        ['tools', ['run', 'x', '--tools', 'clik'], /Did you mean click\?/, /Valid tools/],
        ['a schema', ['run', 'x', '--expect-schema', '{"a'], /schema cannot be read/, /JSON Schema/],
        ['two addresses', ['run', 'x', '--expect', 'url=a', '--expect', 'url=b'], /Only one url/, /Leave/],
        ['a tool', ['tools', 'clik'], /Did you mean click\?/, /Valid tools/],
        ['a category', ['tools', '--category', 'x'], /no category "x"/, /navigation/],
        ['a run', ['report', 'nowhere'], /no run "nowhere"/, /handrail runs/],
      ],
      3,
    ),
  )('%s', async (_, parameters, sentence, next) => {
    const { code, stdout, stderr } = await ask(...parameters);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[a-z_]+: .+\n {2}.+\n$/);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(next);
  });

  test('an invalid script is reported with the position of the error', async () => {
    const { code, stderr } = await ask(
      'run',
      'x',
      '--model',
      script(folder.path, [{ tool: 'click' }, { do: 'click' }]),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/is invalid at 1/);
  });
});

describe('help', () => {
  test('is short, and printed without a command, too', async () => {
    const [bare, asked, version] = await Promise.all([ask(), ask('--help'), ask('--version')]);
    expect(bare).toEqual(asked);
    expect(await ask('help')).toEqual(asked);
    expect(await ask('help', 'click')).toEqual(await ask('click', '--help'));
    expect(asked.code).toBe(0);
    expect(asked.stdout.split('\n').length).toBeLessThan(32);
    for (const command of ['run', 'tools', 'runs', 'report'])
      expect(asked.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    const { version: ours } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(version.stdout).toBe(`${ours}\n`);
  });

  test('help and the list of tools do not load the browser code', async () => {
    for (const parameters of [['--help'], ['tools']]) {
      const record = temporaryFolder(); // Node records the loaded files there
      const { code } = await handrail(parameters, { folder: folder.path, env: { NODE_V8_COVERAGE: record } });
      expect(code).toBe(0);
      const loaded = readdirSync(record)
        .map((name) => readFileSync(join(record, name), 'utf8'))
        .join();
      expect(loaded).toContain('commander');
      expect(loaded).not.toMatch(/playwright-core|node_modules\/sharp|clack/);
    }
  });
});

describe('tools', () => {
  test('are listed with category, safety and description', async () => {
    const { code, stdout } = await ask('tools');
    expect(code).toBe(0);
    for (const { name, safety } of builtinTools) expect(stdout).toMatch(new RegExp(`^  ${name} +${safety} +\\S`, 'm'));
    expect(builtinTools.length).toBeGreaterThanOrEqual(32);
    expect(stdout).not.toContain('\u001b');
  });

  test('are listed by category, and as JSON with schemas', async () => {
    const { stdout } = await ask('tools', '--category', 'form', '--json');
    const tools = JSON.parse(stdout);
    expect(tools.length).toBe(builtinTools.filter(({ category }) => category === 'form').length);
    for (const tool of tools) {
      expect(tool).toMatchObject({ category: 'form', parameters: { type: 'object' } });
      expect(tool.examples.length).toBeGreaterThan(0);
    }
  });

  test('are printed in full by name or alias', async () => {
    const [click, open] = await Promise.all([ask('tools', 'click'), ask('tools', 'open')]);
    expect(click.stdout).toMatch(/^safety {4}low_risk$/m);
    expect(click.stdout).toMatch(/^ {2}selector: string/m);
    expect(click.stdout).toMatch(/^ {2}click\(selector=/m);
    expect(click.stdout).toContain('"required": [');
    expect(open.stdout).toMatch(/^goto /);
    expect((await ask('tools', 'computer_use')).stdout).toMatch(/^computer_use /);
    // The seed: "name: fara_computer_use".
    const fara = JSON.parse((await ask('tools', 'fara_computer_use', '--json')).stdout);
    expect(fara).toMatchObject({ name: 'fara_computer_use', version: '1.0.0', author: 'MassGen' });
    expect(fara.parameters).toMatchObject({ required: ['task'], properties: { max_iterations: { default: 25 } } });
    expect((await ask('tools', 'fara_computer_use')).stdout).toMatch(/azure_ml_endpoint \(optional\): string/);
  });
});
