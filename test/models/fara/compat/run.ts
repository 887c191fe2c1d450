import { beforeAll, describe, expect, it, vi } from 'vitest';
import { say, site, type Used, use } from './fara-site.js';

/** What the pages recorded. */
const did = (): string[] =>
  site.log
    .filter((line) => line.startsWith('POST /track?'))
    .map((line) => decodeURIComponent(line.slice('POST /track?'.length)));

export function describeRun(): void {
  describe('A run', () => {
    let main: Used;
    let seen: string[];
    const said = [
      say('click(x=200, y=120)', 'I can see the search box.'),
      say("type(text='it\\'s done(1)')"),
      say("key(key='ctrl+a')"),
      say('double_click(x=210, y=420)'),
      say('right_click(x=220, y=420)'),
      say('drag(start_x=150, start_y=410, end_x=350, end_y=430)'),
      say("scroll(direction='down', amount=300)"),
      say('wait(seconds=0.2)'),
      say("done(result='All of it is done.')"),
    ];

    beforeAll(async () => {
      main = await use(said, { task: 'Try "everything".' });
      seen = did();
    });

    const entry = (number: number) => main.data.action_log[number - 1];

    it('F5: is 1440 pixels wide', () => {
      expect(main.server.inputs.map(({ pictures }) => pictures.at(-1)?.width)).toEqual(said.map(() => 1_440));
    });
    it('F6: is 900 pixels high', () => {
      expect(main.server.inputs.map(({ pictures }) => pictures.at(-1)?.height)).toEqual(said.map(() => 900));
    });

    it('F14: reports success', () => {
      const { action_log, ...rest } = main.data;
      expect(rest).toEqual({
        success: true,
        operation: 'fara_computer_use',
        task: 'Try "everything".',
        environment: 'browser',
        iterations: 9,
        status: 'done',
        final_result: 'All of it is done.',
      });
      expect(action_log).toHaveLength(9);
    });

    it('F15: reports each action', () => {
      expect(entry(1)).toEqual({
        iteration: 1,
        thought: 'I can see the search box.',
        action: 'click(x=200, y=120)',
        parsed_action: { type: 'click', x: 200, y: 120 },
      });
      expect(main.data.action_log.map(({ iteration }) => iteration)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    const parts = (index: number) => main.bodies[0]?.messages[index]?.content as { type: string; text?: string }[];
    const prompt = () => parts(0)[0]?.text ?? '';

    it('F19: opens with the prompt, as a text of the user beside the first screenshot', () => {
      expect(prompt()).toMatch(
        /^You are FARA, a Florence Agent for Rich Automation\. You are asked to complete a task/,
      );
      expect(main.bodies[0]?.messages.map(({ role }) => role)).toEqual(['user']);
      expect(parts(0).map(({ type }) => type)).toEqual(['text', 'image_url']);
    });
    it('F20: asks for a thought and an action', () => {
      expect(prompt()).toContain(
        'For each step:\n1. First provide your reasoning in "Thought: <your reasoning>"\n2. Then provide an action in "Action: <action_command>"',
      );
    });
    it('F21: lists the ten actions', () => {
      const listed = [...prompt().matchAll(/^- (\w+)\(/gm)].map((match) => match[1]);
      expect(listed.join(' ')).toBe('click double_click right_click type key scroll drag wait done fail');
      expect(prompt()).toContain('- drag(start_x=<int>, start_y=<int>, end_x=<int>, end_y=<int>): Drag\n');
    });
    it('F22: states the coordinates, the resolution and the task', () => {
      expect(
        prompt().endsWith(
          'Coordinate system: (0,0) is top-left, coordinates are in pixels.\nScreen resolution: 1440x900\n\nTask: Try "everything".',
        ),
      ).toBe(true);
    });
    it('F23: reads the expected reply', async () => {
      const { data } = await use([
        'Thought: I can see the Google homepage. The search box is in the center of the page. I need to click on it to start typing my search query.\n\nAction: click(x=512, y=305)',
        say('done()'),
      ]);
      expect(data.action_log[0]).toMatchObject({
        thought: expect.stringMatching(/^I can see the Google homepage\..*search query\.$/),
        parsed_action: { type: 'click', x: 512, y: 305 },
      });
      await vi.waitFor(() => expect(did()).toContain('click 512,305'));
    });
    it('F24: sends messages, max_tokens and temperature, and nothing else', () => {
      for (const body of main.bodies) {
        expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'temperature']);
        expect([body.max_tokens, body.temperature]).toEqual([1_024, 0]);
      }
      const later = main.bodies[1]?.messages ?? [];
      expect(later.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
      expect(later[1]?.content).toBe(said[0]);
      expect(JSON.stringify(later[2]?.content)).toContain('Here is the current screenshot. Continue with the task.');
      expect(JSON.stringify(later[2]?.content)).toContain('data:image/png;base64,');
    });

    it('F26: clicks', () => {
      expect(entry(1)?.parsed_action).toEqual({ type: 'click', x: 200, y: 120 });
      expect(seen).toContain('click 200,120');
    });
    it('F27: clicks twice', () => {
      expect(entry(4)?.parsed_action).toEqual({ type: 'double_click', x: 210, y: 420 });
      expect(seen).toContain('dblclick 210,420');
    });
    it('F28: clicks with the right button', () => {
      expect(entry(5)?.parsed_action).toEqual({ type: 'right_click', x: 220, y: 420 });
      expect(seen).toContain('contextmenu 220,420');
    });
    it('F29: types', () => {
      expect(entry(2)?.parsed_action).toEqual({ type: 'type', text: "it's done(1)" });
      expect(seen).toContain("input q=it's done(1)");
    });
    it('F30: presses keys in the spelling of the prompt', () => {
      expect(entry(3)?.parsed_action).toEqual({ type: 'key', key: 'ctrl+a' });
      expect(seen).toContain('key Control');
      expect(seen).toContain('key a');
    });
    it('F31: scrolls by pixels', () => {
      expect(entry(7)?.parsed_action).toEqual({ type: 'scroll', direction: 'down', amount: 300 });
      expect(seen).toContain('scrolled 300');
    });
    it('F32: drags', () => {
      expect(entry(6)?.parsed_action).toEqual({ type: 'drag', x1: 150, y1: 410, x2: 350, y2: 430 });
      expect(seen).toContain('mousedown 150,410');
      expect(seen).toContain('mouseup 350,430');
    });
    it('F33: waits', () => {
      expect(entry(8)?.parsed_action).toEqual({ type: 'wait', duration: 0.2 });
    });
    it('F34: ends as done', () => {
      expect(entry(9)?.parsed_action).toEqual({ type: 'done', result: 'All of it is done.' });
    });
  });
}
