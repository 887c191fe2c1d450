import { describe, expect, it } from 'vitest';
import { builtinRegistry, callTool } from '../../../src/exports/tools.js';
import { askFrom, defineTool, type Proposal, type Rails } from '../../../src/index.js';
import { call, facts, home, host, session, workshop } from './session.js';

/** Calls that the rails or the user refuse. */
export function describeRisk(): void {
  describe('A risky call', () => {
    const asked: Proposal[] = [];
    const rails = (answer?: boolean): Rails => ({
      gate: askFrom('medium'),
      ...(answer === undefined
        ? {}
        : {
            approve: (proposal: Proposal) => {
              asked.push(proposal);
              return answer;
            },
          }),
    });

    it('is refused without an approver', async () => {
      await home();
      const result = await call('submit', { selector: 'search field' }, { rails: rails() });
      expect(result).toMatchObject({ success: false, metadata: { code: 'needs_approval' } });
      expect(workshop.log).toEqual([]);
    });

    it('runs once after one approval', async () => {
      await home();
      asked.length = 0;
      const result = await call(
        'upload_file',
        { selector: 'File field', paths: ['package.json'] },
        { rails: rails(true) },
      );
      expect(result.error).toBeUndefined();
      expect(asked).toMatchObject([
        { action: { type: 'tool', tool: 'upload_file', input: { paths: ['package.json'] } }, safety: 'high' },
      ]);
      await expect.poll(() => workshop.told()).toContain('change file');
    });

    it('does not run without approval, or when the approver throws', async () => {
      await home();
      expect((await call('submit', {}, { rails: rails(false) })).metadata.code).toBe('denied');
      const broken: Rails = { gate: askFrom('medium'), approve: () => Promise.reject(new Error('no line')) };
      expect((await call('submit', {}, { rails: broken })).error).toMatch(/approver function threw: no line/);
      expect(workshop.log).toEqual([]);
    });

    it('passes the gate even if the tool performs no action', async () => {
      let ran = false;
      const send = defineTool({
        ...facts,
        name: 'send_mail',
        safety: 'high',
        examples: ['send_mail()'],
        run: async () => {
          ran = true;
          return { ok: true };
        },
      });
      const registry = builtinRegistry().register(send);
      expect((await callTool(registry, 'send_mail', {}, host({ rails: rails() }))).metadata.code).toBe(
        'needs_approval',
      );
      expect(ran).toBe(false);
      expect((await callTool(registry, 'send_mail', {}, host({ rails: rails(true) }))).success).toBe(true);
      expect(ran).toBe(true);
    });

    it('does not accept a forged permit', async () => {
      await home();
      const outcome = await session.perform(
        { type: 'evaluate', script: 'tell("by force")' },
        { rails: rails(), permit: { safety: 'dangerous' } },
      );
      expect(outcome.error?.code).toBe('needs_approval');
      expect(workshop.told()).toEqual([]);
    });
  });
}
