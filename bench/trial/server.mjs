import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createKit } from './kit.mjs';
import { createRandom } from './random.mjs';
import { judge } from './task.mjs';
import { tasks } from './tasks/index.mjs';

/** @param {number} seed */
export function makeInstances(seed) {
  return new Map(tasks.map((task) => [task.id, task.make(createRandom(seed, task.id))]));
}

/**
 * Serves the pages of the trial and collects what they report.
 * @param {{ seed: number, port?: number, onReport?: (report: import('./task.mjs').Report) => void }} options
 */
export async function startTrialServer({ seed, port = 0, onReport }) {
  const instances = makeInstances(seed);
  /** @type {import('./task.mjs').Report[]} */
  const reports = [];
  const server = createServer(async (request, response) => {
    const [, section, id] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    if (section === 'log' && request.method === 'POST') {
      for (const report of JSON.parse(await readBody(request))) {
        reports.push(report);
        onReport?.(report);
      }
      response.writeHead(204).end();
      return;
    }
    const task = tasks.find((candidate) => candidate.id === id);
    if (task && section === 'scripts') send(response, 'text/javascript', renderScript(task, instances.get(id).data));
    else if (task && section === 't') send(response, 'text/html', renderPage(task));
    else response.writeHead(404).end('There is no such page.');
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    instances,
    /** The address of a task's page. @param {string} id */
    url: (id) => `${origin}/t/${id}`,
    /** @param {string} id */
    reportsOf: (id) => reports.filter(({ task }) => task === id),
    /** @param {string} id */
    judge: (id) =>
      judge(
        instances.get(id),
        reports.filter(({ task }) => task === id),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

/** @param {import('node:http').ServerResponse} response @param {string} type @param {string} body */
function send(response, type, body) {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body);
}

/** @param {import('./task.mjs').Task} task */
function renderPage({ id }) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${id}</title><link rel="icon" href="data:,">
<style>body{font:16px sans-serif;margin:20px;max-width:1100px}button,input,select,textarea{font:inherit}</style>
<script src="/scripts/${id}" defer></script></head><body></body></html>`;
}

/** @param {import('./task.mjs').Task} task @param {Record<string, any>} data */
function renderScript(task, data) {
  const page = task.page.toString().replace(/^page\(/, 'function page(');
  return `${createKit}\n(${page})(createKit(${JSON.stringify(task.id)}), ${JSON.stringify(data)});\n`;
}

/** The text that a reader gets: one line per task. @param {Awaited<ReturnType<typeof startTrialServer>>} server */
export function renderTaskList(server) {
  return tasks
    .map(({ id }, index) => `${index + 1}. ${server.url(id)} : ${server.instances.get(id).instruction}`)
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, port: { type: 'string' }, folder: { type: 'string' } },
  });
  const seed = Number(values.seed);
  const folder = values.folder ?? process.env.TRIAL_FOLDER;
  if (!folder || !Number.isInteger(seed)) {
    process.stderr.write('Usage: node bench/trial/server.mjs --seed <integer> --folder <folder> [--port <port>]\n');
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'reports.jsonl');
  writeFileSync(file, `${JSON.stringify({ seed })}\n`);
  const server = await startTrialServer({
    seed,
    port: Number(values.port ?? 0),
    onReport: (report) => appendFileSync(file, `${JSON.stringify(report)}\n`),
  });
  const list = renderTaskList(server);
  writeFileSync(join(folder, 'tasks.txt'), `${list}\n`);
  process.stdout.write(`${list}\n`);
}
