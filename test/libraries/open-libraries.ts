import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { builtinRegistry, callTool } from '../../src/exports/tools.js';
import { type BrowserSession, openSession, type ToolResult } from '../../src/index.js';
import { serveFixtures } from '../fixture-server.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

export interface LibraryPages {
  session: BrowserSession;
  /** Opens a page of test/fixtures/libraries and waits until its widgets are there. */
  open(name: string): Promise<void>;
  call(tool: string, input: unknown): Promise<ToolResult>;
  /** Runs a script in the page: what its widgets contain is the witness. */
  inPage(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A session, and a server of pages with the editors and widgets of test/libraries/node_modules. */
export async function openLibraryPages(): Promise<LibraryPages> {
  const bundles = mkdtempSync(join(tmpdir(), 'handrail-bundles-'));
  const entryPoints = readdirSync(join(folder, 'bundles')).map((name) => join(folder, 'bundles', name));
  await build({
    entryPoints,
    bundle: true,
    outdir: bundles,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const server = await serveFixtures({ modules: join(folder, 'node_modules'), bundles });
  const session = await openSession({ policy: 'open' });
  const inPage = async (script: string) => (await session.perform({ type: 'evaluate', script })).value;
  return {
    session,
    inPage,
    async open(name) {
      await session.perform({ type: 'navigate', url: server.url(`libraries/${name}.html`) });
      await inPage(`new Promise((resolve) => {
        const check = () => (document.title === 'ready' ? resolve() : setTimeout(check, 20));
        check();
      })`);
    },
    call: (tool, input) =>
      callTool(builtinRegistry(), tool, input, {
        session,
        memory: new Map(),
        rails: { gate: () => 'allow' },
      }),
    async close() {
      await session.close();
      await server.close();
      rmSync(bundles, { recursive: true, force: true });
    },
  };
}
