import { browserPath, browserVersion } from './browser.mjs';
import { measures } from './measures/index.mjs';
import { makeScratch } from './peer-environment.mjs';
import { endLeftovers, marker } from './processes.mjs';
import { renderTable, renderTargets } from './report.mjs';
import { saveResults } from './results.mjs';
import { firstLine } from './sampling.mjs';
import { startServer } from './server.mjs';

/**
 * Runs the measures, prints their results and saves them. Returns the exit code: 1 if something could not be measured.
 * @param {{ quick: boolean, only?: string[], json: boolean }} options
 */
export async function bench({ quick, only, json }) {
  const chosen = measures.filter(({ key, full }) => (only ? only.includes(key) : !(quick && full)));
  const scratch = makeScratch();
  const startedAt = performance.now();
  const log = (/** @type {string} */ text) => {
    process.stderr.write(`[${((performance.now() - startedAt) / 1000).toFixed(0)} s] ${text}\n`);
  };
  Object.assign(process.env, marker('bench'), { HANDRAIL_HOME: scratch.directory('handrail') });
  const clean = () => {
    endLeftovers();
    scratch.remove();
  };
  process.once('exit', clean); // leaves no process and no file behind, however this process ends
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));

  const server = await startServer();
  try {
    const browser = await browserPath();
    process.env.HANDRAIL_BROWSER = browser; // Handrail must use the same browser as the peers
    const version = browserVersion(browser);
    log(`browser: ${version} (${browser})`);
    const results = {};
    const failures = [];
    const targets = [];
    for (const measure of chosen) {
      log(`${measure.key}. ${measure.title}`);
      const reportFailure = (/** @type {string} */ subject, /** @type {unknown} */ error) => {
        failures.push({ measure: measure.key, subject, error: firstLine(error) });
        log(`   ${subject} failed: ${firstLine(error)}`);
      };
      const context = {
        origin: server.origin,
        quick,
        resources: { browser, scratch },
        server,
        log: (/** @type {string} */ text) => log(`   ${text}`),
        reportFailure,
      };
      try {
        const result = await measure.run(context);
        results[measure.key] = { title: measure.title, targets: result.targets, raw: result.raw };
        targets.push(...result.targets);
        if (!json) for (const table of result.tables) process.stdout.write(renderTable(table));
      } catch (error) {
        reportFailure('the measure itself', error);
      }
    }
    const saved = await saveResults({
      quick,
      version,
      results,
      failures,
      seconds: (performance.now() - startedAt) / 1000,
    });
    if (json) process.stdout.write(`${JSON.stringify(saved.content, null, 2)}\n`);
    else process.stdout.write(`${renderTargets(targets)}\nSaved to ${saved.path}\n`);
    return failures.length > 0 ? 1 : 0;
  } finally {
    await server.close();
    clean();
  }
}
