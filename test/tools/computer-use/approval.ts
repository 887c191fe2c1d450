import { describe, expect, it } from 'vitest';
import { callTool, createRegistry } from '../../../src/exports/tools.js';
import { type Approve, askFrom, type Proposal } from '../../../src/index.js';
import { desk, done, host, numberOf, refused, registry, session, told, use } from './session.js';

/** The approval of computer_use, and computer_use in several tabs. */
export function describeApproval(): void {
  describe('approval of computer_use', () => {
    it('H5: capture, wait and list_apps pass no gate; every other action does', async () => {
      await session.perform({ type: 'navigate', url: desk.url });
      const element = await numberOf('Note');
      const asked: Proposal[] = [];
      const approve: Approve = (proposal) => asked.push(proposal) < 0;
      const gated: Proposal[] = [];
      const rails = {
        gate: (proposal: Proposal) => {
          gated.push(proposal);
          return askFrom('low_risk')(proposal);
        },
        approve,
      };
      for (const free of [{ action: 'capture' }, { action: 'wait', seconds: 0 }, { action: 'list_apps' }])
        expect((await use(free, { ...host, rails })).success).toBe(true);
      expect(gated).toEqual([]);
      desk.forget();
      const others = [
        { action: 'click', element },
        { action: 'double_click', element },
        { action: 'right_click', element },
        { action: 'middle_click', element },
        { action: 'drag', from_element: element, to_coordinate: [5, 5] },
        { action: 'scroll', direction: 'down' },
        { action: 'type', text: 'x', element },
        { action: 'key', keys: 'a' },
        { action: 'set_value', element, value: 'x' },
        { action: 'focus_app', app: 'Control desk' },
        { action: 'focus_app', app: 'Control desk', raise_window: true },
      ];
      for (const input of others) {
        const { success, metadata } = await use(input, { ...host, rails });
        expect([success, metadata.code], JSON.stringify(input)).toEqual([false, 'denied']);
      }
      expect(asked.map(({ action, safety }) => `${action.type} ${safety}`)).toEqual([
        ...Array(4).fill('click low_risk'),
        'drag low_risk',
        'scroll low_risk',
        'type low_risk',
        'key low_risk',
        'set_value low_risk',
        'focus_app low_risk',
        'focus_app medium',
      ]);
      expect(desk.told()).toEqual([]);
      const nobody = await use(
        { action: 'scroll', direction: 'down' },
        { ...host, rails: { gate: askFrom('low_risk') } },
      );
      expect(nobody.metadata.code).toBe('needs_approval');
    });

    it('H5: the time limit pauses during an approval request', async () => {
      const hasty = createRegistry(registry.list().map((tool) => ({ ...tool, timeoutMs: 2_000 })));
      const approve = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 2_500));
      const own = { ...host, rails: { gate: askFrom('low_risk'), approve } };
      const given = await callTool(hasty, 'computer_use', { action: 'click', coordinate: [100, 80] }, own);
      expect(given.error).toBeUndefined();
      await told('click 0 save at 100,80');
    });

    it('H5, H19: raising a window needs approval, routing input does not', async () => {
      const rails = { gate: askFrom('medium') };
      expect((await use({ action: 'focus_app', app: 'Control desk' }, { ...host, rails })).success).toBe(true);
      const raised = await use({ action: 'focus_app', app: 'Control desk', raise_window: true }, { ...host, rails });
      expect(raised.metadata.code).toBe('needs_approval');
    });
  });

  describe('computer_use among tabs', () => {
    it('H3, H7, H19: works on the named tab without raising it', async () => {
      await session.perform({ type: 'navigate', url: desk.url });
      await session.perform({ type: 'tab', do: 'new', url: `${desk.url}/other` });
      const { apps } = await done({ action: 'list_apps' });
      expect(apps.map(({ app, url, active }) => [app, url, active])).toEqual([
        ['Control desk', `${desk.url}/`, false],
        ['Other desk', `${desk.url}/other`, true],
      ]);
      expect((await use({ action: 'capture', app: 'control' })).pictures).toHaveLength(1);
      const there = await done({ action: 'capture', mode: 'ax' });
      expect(there.app).toBe('Control desk');
      const save = there.elements?.find(({ label }) => label === 'Save')?.index;
      expect(await done({ action: 'focus_app', app: 'Other desk' })).toMatchObject({
        app: 'Other desk',
        raised: false,
      });
      expect((await done({ action: 'capture', mode: 'vision' })).app).toBe('Other desk');
      desk.forget();
      await done({ action: 'click', app: 'Control desk', element: save });
      await told('click 0 save at 100,80');
      expect(await done({ action: 'focus_app', app: 'other', raise_window: true })).toMatchObject({ raised: true });
      expect((await done({ action: 'list_apps' })).apps.find(({ active }) => active)?.app).toBe('Other desk');
    });

    it('H7: an unknown or ambiguous title is rejected with the open tabs', async () => {
      const nowhere = await refused({ action: 'click', app: 'Mail', coordinate: [100, 80] });
      expect(nowhere.code).toBe('unknown_tab');
      expect(nowhere.error).toContain('"Control desk"');
      expect(nowhere.error).toContain('"Other desk"');
      const both = await refused({ action: 'click', app: 'desk', coordinate: [100, 80] });
      expect(both.code).toBe('ambiguous');
      const elsewhere = await done({ action: 'capture', mode: 'ax', app: 'Control desk' });
      const save = elsewhere.elements?.find(({ label }) => label === 'Save')?.index;
      await done({ action: 'focus_app', app: 'Other desk' });
      expect((await refused({ action: 'click', element: save })).error).toContain('another tab');
      await done({ action: 'focus_app', app: 'Control desk' });
    });

    it('H8: max_elements limits the list: 100 by default, at most 1,000', async () => {
      await session.perform({ type: 'navigate', url: `${desk.url}/many` });
      for (const [given, kept] of [
        [undefined, 100],
        [0, 100],
        [-3, 100],
        ['seven', 100],
        [2.5, 100],
        [7, 7],
        [1, 1],
        [5_000, 1_000],
      ] as const) {
        const data = await done({ action: 'capture', mode: 'ax', max_elements: given });
        expect(data.elements, String(given)).toHaveLength(kept);
        expect(data.total_elements).toBe(1_200);
        expect(data.truncated_elements).toBe(1_200 - kept);
      }
      await session.perform({ type: 'navigate', url: desk.url });
      const { data, pictures } = await use({ action: 'capture', mode: 'som', max_elements: 1 });
      expect(pictures).toHaveLength(1);
      expect(data?.elements).toBeUndefined();
      expect(data?.truncated_elements).toBeUndefined();
      expect(data?.total_elements).toBe(15);
      expect(data?.summary).toContain('"Bring later"');
    });
  });
}
