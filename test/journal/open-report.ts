import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { findBrowser } from '../../src/environments/browser/launch/find-browser.js';
import { writeReport } from '../../src/journal/report/report.js';
import { type SampleOptions, writeSample } from './sample.js';

let browser: Browser;

export let folder: string;

interface Opened {
  page: Page;
  /** Console messages, errors, dialogs and requests of the page. */
  trouble: string[];
}

export async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(path).href);
  return { page, trouble };
}

export async function openSample(
  options: Partial<SampleOptions> = {},
  how: BrowserContextOptions = {},
): Promise<Opened> {
  await writeSample({ folder, ...options });
  return open(writeReport(folder), how);
}

export const focusedId = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '');

/** Starts one browser for all tests of the file, and makes a folder for each test. */
export function useReports(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: findBrowser()?.path,
      chromiumSandbox: process.getuid?.() !== 0,
    });
  });
  afterAll(() => browser.close());
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'handrail-report-')), 'run');
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
}
