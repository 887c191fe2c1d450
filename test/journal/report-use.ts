import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { focusedId, folder, openSample } from './open-report.js';

/** Elements whose text has a contrast below 4.5 to 1. Runs in the page. */
function lowContrast(): string[] {
  const rgb = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: number[]): number => {
    const [r = 0, g = 0, b = 0] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node: Element | null): number[] => {
    for (let at = node; at; at = at.parentElement) {
      const color = rgb(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || (color[3] ?? 0) > 0.99) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const low: string[] = [];
  for (const node of document.querySelectorAll('main *, header *, footer *')) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim());
    if (!own || !(node instanceof HTMLElement) || !node.checkVisibility()) continue;
    const [one, other] = [light(rgb(getComputedStyle(node).color).slice(0, 3)), light(behind(node))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) low.push(`${node.className || node.tagName} ${contrast.toFixed(2)}`);
  }
  return [...new Set(low)];
}

/** What the reader of a report can do. */
export function describeUse(): void {
  describe('using a report', () => {
    test('by keyboard: skip link, steps, pictures', async () => {
      const { page, trouble } = await openSample();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the steps');
      await page.keyboard.press('Enter');
      expect(await focusedId(page)).toBe('steps');

      for (const [key, step] of [
        ['j', 1],
        ['j', 2],
        ['ArrowRight', 3],
        ['k', 2],
        ['ArrowLeft', 1],
        ['k', 1],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focusedId(page)).toBe(`step-${step}`);
        await expect.poll(() => page.locator('.strip a[aria-current=step]').getAttribute('href')).toBe(`#step-${step}`);
      }
      const outline = await page.locator('#step-1').evaluate((node) => getComputedStyle(node).outlineStyle);
      expect(outline).toBe('solid');

      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const large = page.locator('dialog');
      await expect.poll(() => large.isVisible()).toBe(true);
      expect(
        await large.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBe(1280);
      expect(await large.locator('svg rect').count()).toBe(2);
      await page.keyboard.press('ArrowRight');
      expect(await large.locator('.caption').textContent()).toBe('Step 1, after');
      await page.keyboard.press('Escape');
      expect(await large.isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('frame');
      expect(trouble).toEqual([]);
      await page.context().close();
    });

    test('the film strip links to the steps', async () => {
      const { page } = await openSample();
      await page.getByRole('link', { name: 'Step 4: Click “Check out”, changed' }).click();
      expect(await focusedId(page)).toBe('step-4');
      const top = await page.locator('#step-4').evaluate((node) => node.getBoundingClientRect().top);
      expect(top).toBeGreaterThan(60);
      expect(top).toBeLessThan(400);
      await expect.poll(() => page.locator('.strip img[src]').count()).toBe(6);
      await page.context().close();
    });

    test('light and dark mode have enough contrast', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await rmSync(folder, { recursive: true, force: true });
        const { page } = await openSample({}, { colorScheme });
        const low = await page.evaluate(lowContrast);
        expect(low).toEqual([]);
        const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        expect(paper).toBe(colorScheme === 'dark' ? 'rgb(21, 21, 20)' : 'rgb(251, 250, 248)');
        await page.context().close();
      }
    });

    test('a width of 360 pixels causes no overflow, even with long words', async () => {
      const payload = ` ${'long'.repeat(80)}`;
      const { page } = await openSample({ payload }, { viewport: { width: 360, height: 700 } });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await page.context().close();
    });

    test('for screen readers: landmarks, headings, names', async () => {
      const { page } = await openSample();
      const tree = await page.locator('body').ariaSnapshot();
      for (const part of [
        '- main:',
        '- banner',
        '- contentinfo',
        '- navigation "Film strip"',
        '- region "Steps"',
        'region "4 problems"',
      ]) {
        expect(tree).toContain(part);
      }
      expect(tree).toContain('article "Step 3: Click “Add to cart” and 1 more"');
      expect(tree).toContain('button "Step 3, before: Walnut desk lamp. Marked: “Add to cart”"');
      expect(tree).not.toMatch(/- (button|link|img|article|region)( \[.*\])?:?$/m);
      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map((node) => Number(node.tagName[1])));
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      levels.forEach((level, index) => {
        expect(level - (levels[index - 1] ?? level)).toBeLessThanOrEqual(1);
      });
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      await page.context().close();
    });

    test('in print: every step with its pictures, no film strip', async () => {
      const { page } = await openSample({ steps: 40 });
      const pdf = await page.pdf();
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBeGreaterThan(15);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.strip').isVisible()).toBe(false);
      await page.context().close();
    });

    test('without scripts only the repeated pictures are missing', async () => {
      const { page } = await openSample({}, { javaScriptEnabled: false });
      expect(await page.locator('.step').count()).toBe(6);
      expect(await page.locator('img[src^="data:image/webp"]').count()).toBe(6);
      await page.context().close();
    });
  });
}
