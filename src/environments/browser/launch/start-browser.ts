import type { LaunchPlan } from './launch-plan.js';
import { startChromium } from './start-chromium.js';
import { startPlaywrightBrowser } from './start-playwright.js';
import type { StartedBrowser } from './started-browser.js';

/** Starts a browser. Chromium with a temporary profile is started without Playwright, which takes 300 ms to load. */
export function startBrowser(plan: LaunchPlan): Promise<StartedBrowser> {
  return plan.engine === 'chromium' && !plan.profile ? startChromium(plan) : startPlaywrightBrowser(plan);
}
