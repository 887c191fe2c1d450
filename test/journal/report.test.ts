import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.js';
import { readJournal } from '../../src/journal/read-journal.js';
import { renderReport } from '../../src/journal/report/page.js';
import { writeReport } from '../../src/journal/report/report.js';
import { focusedId, folder, open, openSample, useReports } from './open-report.js';
import { describeUse } from './report-use.js';
import { writeSample } from './sample.js';

useReports();

describe('the content of a report', () => {
  test('task, result, problems, steps with pictures and marks, metrics', async () => {
    const { page, trouble } = await openSample();
    const text = (await page.locator('main').textContent()) ?? '';
    expect(await page.title()).toMatch(/^Done and verified: Search for a desk lamp/);
    expect(await page.locator('h1').textContent()).toContain('Tell me the order number.');
    for (const words of ['The order number is H-20417.', 'The page says “Order H-20417 is on its way”.']) {
      expect(text).toContain(words);
    }
    const problems = await page.locator('.problems li').allInnerTexts();
    expect(problems.map((line) => line.split('\n')[0])).toEqual(['Failed', 'Not run', 'Note', 'Approval']);
    expect(text.indexOf('4 problems')).toBeLessThan(text.indexOf('Click “Search”'));
    expect(await page.locator('.step').count()).toBe(6);
    const step = await page.locator('.step').first().textContent();
    for (const words of [
      'The page is “Shop”',
      'url: now',
      'model 677 ms',
      'act 105 ms',
      'settle 85 ms',
      '1,871 tokens in',
    ]) {
      expect(step).toContain(words);
    }
    for (const words of ['6 of 25', '9,742 in, 480 out', '$0.021']) expect(text).toContain(words);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('the mark lies over the target in the picture', async () => {
    const { page } = await openSample();
    const image = page.locator('#step-3 img').first();
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((node: HTMLImageElement) => node.decode());
    const frame = await image.boundingBox();
    const mark = await page.locator('#step-3 .marks rect').last().boundingBox();
    if (!frame || !mark) throw new Error('Nothing is drawn.');
    // The button of that scene is at 720,470 and 190 by 48 of 1280 by 800; the box leaves 4 pixels around it.
    expect((mark.x - frame.x) / frame.width).toBeCloseTo(716 / 1280, 2);
    expect((mark.y - frame.y) / frame.height).toBeCloseTo(466 / 800, 2);
    expect(mark.width / frame.width).toBeCloseTo(198 / 1280, 1);
    await page.context().close();
  });

  test('a step without a final picture shows the start of the next one', async () => {
    const { page } = await openSample();
    const after = page.locator('#step-1 img').nth(1);
    await after.scrollIntoViewIfNeeded();
    await expect.poll(() => after.getAttribute('src')).toMatch(/^data:image\/webp/);
    expect(await after.getAttribute('src')).toBe(await page.locator('#step-2 img').first().getAttribute('src'));
    await page.context().close();
  });

  test('a killed run is marked as interrupted and shows everything that was recorded', async () => {
    const { page, trouble } = await openSample({ killed: true, steps: 4 });
    const problems = await page.locator('.problems li').allInnerTexts();
    expect(problems[0]).toMatch(/^Interrupted\s+The journal has no end/);
    expect(problems.at(-1)).toMatch(/Click “Check out”: the journal ends here; the call may have taken effect/);
    expect(await page.locator('.pill').textContent()).toBe('Interrupted');
    expect(await page.locator('.step').count()).toBe(4);
    expect(await page.locator('#step-4 img').count()).toBe(1);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('a truncated last line is reported', async () => {
    await writeSample({ folder });
    const journal = join(folder, 'journal.jsonl');
    truncateSync(journal, statSync(journal).size - 40);
    const { page } = await open(writeReport(folder));
    expect(await page.locator('.problems').textContent()).toContain('The last line was not written completely');
    await page.context().close();
  });

  test.each([
    [{ status: 'done', verified: false }, 'Done, not verified', 'no check and nothing on the page'],
    [{ status: 'failed', reason: 'No lamp was found.' }, 'Failed', 'No lamp was found.'],
    [{ status: 'stuck', reason: 'The run made no progress.' }, 'Stuck', 'The run made no progress.'],
    [{ status: 'refused', reason: 'The user did not approve it.' }, 'Refused', 'The user did not approve it.'],
    [{ status: 'max_steps', reason: 'After 6 steps.' }, 'Step limit reached', 'After 6 steps.'],
    [{ status: 'cancelled', reason: 'By Ctrl+C.' }, 'Cancelled', 'By Ctrl+C.'],
  ] as const)('%j is the first problem', async (result, pill, words) => {
    await writeSample({ folder, smooth: true, pictures: false, result });
    const report = renderReport(readJournal(folder).entries, new Map());
    expect(report).toMatch(new RegExp(`<span class="pill \\w+">${pill}</span>`));
    expect(report.match(/<li class="\w+ whole">.*/)?.[0]).toContain(words);
  });

  test('a run without problems', async () => {
    const { page } = await openSample({ smooth: true });
    expect(await page.locator('.problems').count()).toBe(0);
    await page.context().close();
  });

  test('a session without a run, a conversation, an empty journal', async () => {
    const session = openJournal({ folder: join(folder, 'session') });
    const element = {
      id: 'el_1',
      role: 'Button',
      name: 'Save',
      states: [],
      bounds: { x: 1, y: 1, width: 9, height: 9 },
    };
    const intent = session.write({ type: 'intent', action: { type: 'click' }, element, safety: 'low_risk' });
    const settled = { ms: 20, reason: 'no requests' };
    session.write({
      type: 'outcome',
      intent,
      ok: true,
      effect: 'unknown',
      changes: [{ kind: 'text', text: 'Saved' }],
      settled,
    });
    session.write({ type: 'intent', action: { type: 'back' }, safety: 'low_risk' });
    session.close();
    const alone = await open(writeReport(session.folder));
    expect(await alone.page.locator('.step h3').allInnerTexts()).toEqual([
      expect.stringMatching(/Step 1:\s+Click “Save”/),
      expect.stringMatching(/Step 2:\s+Go back/),
    ]);
    expect(await alone.page.locator('.problems .kind').allInnerTexts()).toEqual(['Unknown effect', 'Interrupted']);
    await alone.page.context().close();

    const talk = openJournal({ folder: join(folder, 'talk') });
    for (const task of ['Find a lamp', 'Now order it']) {
      talk.write({ type: 'run_started', id: 'r', task, model: 'm', limits: {} });
      talk.write({ type: 'step_started', step: 1 });
      talk.write({ type: 'step_ended', step: 1, ms: 5 });
      talk.write({
        type: 'run_ended',
        result: { status: 'done', verified: true, evidence: [], answer: `${task}: yes` },
      });
    }
    talk.close();
    const both = await open(writeReport(talk.folder));
    expect(await both.page.locator('.head').allInnerTexts()).toEqual([
      expect.stringMatching(/Task 1 of 2[\s\S]*Find a lamp/i),
      expect.stringContaining('Now order it'),
    ]);
    expect(await both.page.locator('.step').count()).toBe(2);
    await both.page.context().close();

    openJournal({ folder: join(folder, 'empty') }).close();
    const nothing = await open(writeReport(join(folder, 'empty')));
    expect(await nothing.page.locator('h1').textContent()).toBe('The journal is empty');
    expect(nothing.trouble).toEqual([]);
    await nothing.page.context().close();
  });
});

describe('text of pages stays text', () => {
  const payloads = [
    '<img src=x onerror="alert(1)">',
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '</style><script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    "' onfocus=alert(1) autofocus tabindex=1 x='",
    '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<link rel=stylesheet href="https://evil.example/a.css"><base href="https://evil.example/">',
    '<form action="https://evil.example/"><button>Close</button></form>',
    '&lt;script&gt;alert(1)&lt;/script&gt; --> ]]> <!-- \u202e gnp.exe',
  ];

  test('in titles, names, thoughts, notes, errors and answers', async () => {
    const { page, trouble } = await openSample({ pictures: false });
    for (const [index, payload] of payloads.entries()) {
      const own = join(folder, `${index}`);
      await writeSample({ folder: own, payload: ` ${payload}`, pictures: false });
      await page.goto(pathToFileURL(writeReport(own)).href);
      await page.locator('.raw summary').first().click();
      await page.keyboard.press('j');
      expect(trouble, payload).toEqual([]);
      expect(await page.evaluate(foreignMarkup), payload).toEqual([]);
      const shown = payload.replace('\u202e', '\ufffd');
      expect(await page.locator('.answer p').textContent()).toContain(shown);
      expect(await page.locator('#step-1 .thought').textContent()).toContain(shown);
    }
    await page.context().close();
  });

  test('only http and https URLs are links', () => {
    const entries = [
      { v: 1, seq: 1, at: '', type: 'run_started', task: 't', url: 'javascript:alert(1)', limits: {} },
      { v: 1, seq: 2, at: '', type: 'run_ended', result: { status: 'done', url: 'data:text/html,x' } },
    ];
    expect(renderReport(entries, new Map())).not.toMatch(/href="(?!#)/);
  });

  test('injected markup cannot run', async () => {
    await writeSample({ folder, pictures: false });
    const path = writeReport(folder);
    const broken = readFileSync(path, 'utf8').replace(
      '<main>',
      '<main><script>alert(1)</script><img src="https://evil.example/x.png"><p style="color:red" onclick="alert(1)">x</p>',
    );
    writeFileSync(path, broken);
    const { page, trouble } = await open(path);
    expect(trouble.some((line) => line.startsWith('dialog'))).toBe(false);
    expect(trouble.filter((line) => line.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(3);
    await page.context().close();
  });

  test('pictures are read only from the run folder', async () => {
    await writeSample({ folder, steps: 1 });
    writeFileSync(join(folder, '..', 'other.webp'), readFileSync(join(folder, 'pictures/0001-before.webp')));
    const { entries } = readJournal(folder);
    const moved = entries.map((entry) => (entry.type === 'picture' ? { ...entry, file: '../other.webp' } : entry));
    writeFileSync(join(folder, 'journal.jsonl'), moved.map((entry) => JSON.stringify(entry)).join('\n'));
    expect(readFileSync(writeReport(folder), 'utf8')).not.toContain('data:image');
  });
});

describeUse();

describe('size', () => {
  test('200 steps open, and each is reachable by one key', async () => {
    await writeSample({ folder, steps: 200 });
    const path = writeReport(folder);
    const { page, trouble } = await open(path);
    // How long it takes is told, not judged: others use this machine too.
    const loads: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await page.reload();
      loads.push(await page.evaluate(loadTime));
    }
    console.log(`a report of 200 steps loads in ${Math.round(Math.min(...loads))} ms`);
    expect(await page.locator('.step').count()).toBe(200);
    await page.locator('.strip li:nth-child(200) a').click();
    expect(await focusedId(page)).toBe('step-200');
    await page.keyboard.press('k');
    expect(await focusedId(page)).toBe('step-199');
    await expect
      .poll(() => page.locator('#step-199').evaluate((node) => Math.abs(node.getBoundingClientRect().top - 120)))
      .toBeLessThan(200);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  test('pictures above the limit are named; those of the last step and of problems are included', async () => {
    await writeSample({ folder, steps: 6 });
    const size = (name: string): number => statSync(join(folder, 'pictures', name)).size;
    const pictureBytes = size('0006-before.webp') + size('0003-before.webp');
    const report = readFileSync(writeReport(folder, { pictureBytes }), 'utf8');
    expect(report.match(/src="data:/g)).toHaveLength(2);
    expect(report).toMatch(/id="step-3"[\s\S]*?src="data:[\s\S]*id="step-4"/);
    expect(report).toContain('pictures/0001-before.webp is not in this file.');
  });

  test('the file is readable only by the owner, replaces an older one, and leaves no temporary file', async () => {
    await writeSample({ folder, steps: 2 });
    const path = writeReport(folder);
    expect(writeReport(folder)).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

/** Milliseconds until everything was there. Runs in the page. */
function loadTime(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : Number.POSITIVE_INFINITY;
}

/** Elements and attributes that no report has. Runs in the page. */
function foreignMarkup(): string[] {
  const foreign = document.querySelectorAll(
    'iframe, form, base, link, main script, meta[http-equiv=refresh], svg[onload]',
  );
  const handlers = [...document.querySelectorAll('*')].filter((node) =>
    [...node.attributes].some(({ name }) => name.startsWith('on') || name === 'style'),
  );
  return [...foreign, ...handlers].map((node) => node.outerHTML.slice(0, 200));
}
