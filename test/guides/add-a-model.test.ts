import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { followGuide } from './follow-guide.js';

/** Uses the example as a reader would: by its name, against the server of the guide, on a screen that records clicks. */
const main = `
import { createAgent } from 'handrail';
import { serveContract } from 'handrail/testing';
import { cases } from './out/test/contract/cases.js';
import { drawScreen } from './out/test/contract/drawn-screen.js';

const acme = cases.find(({ name }) => name === 'acme/one');
const screen = drawScreen();
const server = await serveContract(acme.contract, [
  [{ do: 'click', at: screen.at('Two') }],
  { raw: acme.odd.clickAt(5000, 1) },
  [{ do: 'tool', name: 'remember', input: { key: 'a', value: 'b' } }, { do: 'click', at: screen.at('Three') }],
  [{ do: 'done', answer: 'Both are clicked.' }],
]);
process.env.ACME_BASE_URL = server.url;
process.env.ACME_API_KEY = 'test-key';
const agent = createAgent({ model: 'acme/one', session: screen.session, journal: false });
const { status, answer, usage } = await agent.send('Click Two and Three.');
const violationCount = server.violations.length;
const wrong = { turns: [{ who: 'user' }, { who: 'acme', act: [{ id: 'x' }] }, { who: 'user', results: [] }] };
await fetch(server.url + '/act', { method: 'POST', headers: { authorization: 'Bearer k' }, body: JSON.stringify(wrong) });
console.log(JSON.stringify({
  status, answer, tokens: usage.inputTokens, hits: screen.hits, violationCount,
  invalid: server.inputs[2].results[0].text, violations: server.violations.map(({ message }) => message),
}));
await agent.close();
await server.close();
`;

const sources = {
  folders: ['test/contract', 'test/support'],
  files: ['src/index.ts', 'src/exports/testing.ts', 'test/contract/cases.ts', 'test/contract/drawn-screen.ts'],
};

it('the guide adds a working model with one file, one folder and one line', { timeout: 240_000 }, async () => {
  const guide = await followGuide('add-a-model', sources);
  try {
    expect(guide.written.filter((path) => path.startsWith('src/'))).toEqual(['src/models/acme/acme.ts']);
    expect(new Set(guide.written.filter((path) => !path.startsWith('src/')).map(dirname))).toEqual(
      new Set(['test/contract/acme']),
    );
    for (const [path, lines] of Object.entries(guide.added))
      expect(
        lines.filter((line) => !line.startsWith('import')),
        path,
      ).toHaveLength(1);
    expect(JSON.parse(await guide.run(main))).toEqual({
      status: 'done',
      answer: 'Both are clicked.',
      tokens: 3_001,
      hits: ['Two', 'Three'],
      violationCount: 0,
      invalid: expect.stringContaining('x goes from 0 to 1000'),
      violations: ['Act x has no result.'],
    });
  } finally {
    await guide.remove();
  }
});
