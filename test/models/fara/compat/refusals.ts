import { describe, expect, it } from 'vitest';
import { say, site, use } from './fara-site.js';

export function describeRefusals(): void {
  describe('An action that nobody can approve', () => {
    const replies = [say('click(x=120, y=110)'), say("done(result='Ordered.')")];

    it('is logged as refused, reported to the model, and no success: "status": "done" needs "success": true', async () => {
      const { data, server } = await use(replies, { initial_url: `${site.url}/order` });
      expect(site.log).not.toContain('GET /ordered?');
      expect(data).toMatchObject({ success: false, status: 'fail', iterations: 2, final_result: 'Ordered.' });
      expect(data.failure_reason).toMatch(/refused and not done: click\(x=120, y=110\) in iteration 1/);
      expect(data.action_log[0]).toMatchObject({
        action: 'click(x=120, y=110)',
        parsed_action: { type: 'click', x: 120, y: 110 },
        refused: true,
        error: expect.stringContaining('Nobody can approve it here'),
      });
      expect(data.action_log[1]).not.toHaveProperty('error');
      expect(server.inputs[1]?.text).toContain('Nobody can approve it here');
    });

    it('is done when the caller approves it', async () => {
      const { data } = await use(replies, { initial_url: `${site.url}/order`, approve: 'all' });
      expect(site.log).toContain('GET /ordered?');
      expect(data).toMatchObject({ success: true, status: 'done', final_result: 'Ordered.' });
      expect(data.action_log[0]).not.toHaveProperty('error');
    });
  });

  describe('"max_iterations: Maximum number of action iterations" is the limit, not', () => {
    /** A page that does not react. */
    const useFirst = (says: string[]) => use(says, { initial_url: `${site.url}/first` });

    it('waits', async () => {
      const { data, server } = await useFirst([
        ...Array(13).fill(say('wait(seconds=0)')),
        say("done(result='Waited.')"),
      ]);
      expect(data).toMatchObject({ success: true, iterations: 14 });
      expect(server.inputs.map(({ text }) => text).join('\n')).not.toContain('No progress');
    });

    it('clicks at different coordinates', async () => {
      const clicks = Array.from({ length: 13 }, (_, index) => say(`click(x=${700 + index * 20}, y=700)`));
      const { data, server } = await useFirst([...clicks, say("done(result='Tried.')")]);
      expect(data).toMatchObject({ success: true, iterations: 14 });
      expect(server.inputs.map(({ text }) => text).join('\n')).not.toContain('No progress');
    });

    it('but the same click is a loop, and the model gets its own action back', async () => {
      const { data, server } = await useFirst(Array(9).fill(say('click(x=700, y=700)')));
      expect(data).toMatchObject({ success: false, status: 'fail' });
      expect(data.iterations).toBeLessThan(9);
      expect(server.inputs.map(({ text }) => text).join('\n')).toContain(
        'No progress: the same call ran 3 times without any effect: click(x=700, y=700).',
      );
      expect(data.failure_reason).toContain('click(x=700, y=700)');
    });
  });
}
