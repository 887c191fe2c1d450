import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Picture } from '../../../src/index.js';
import { google } from '../../../src/models/google/google.js';
import { googleMessages, type Intent } from '../../../src/testing/index.js';
import { changingScreen, drawnSize, drawScreen } from '../../contract/drawn-screen.js';
import { at, click, done } from './intents.js';
import {
  askGemini,
  calls,
  countPictures,
  legacyModel,
  modernModel,
  noting,
  place,
  responsesIn,
  wiresOf,
  withGemini,
} from './play.js';

async function pictureOf(red: number, size = { width: 20, height: 10 }): Promise<Picture> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  return { bytes, type: 'image/png', size, region: { x: 0, y: 0, ...size }, marks: false };
}

describe('compatibility with Gemini computer use: coordinates, pictures and responses', () => {
  it('G11: coordinates are on a grid of a thousand; a point outside is rejected, and the model is told why', async () => {
    const { screen, server, wires } = await askGemini([
      calls(['click_at', { x: 0, y: 0 }]),
      calls(['click_at', { x: 999, y: 999 }]),
      calls(['click_at', { x: 333, y: 667 }]),
      calls(['click_at', { x: 1000, y: 5 }]),
      calls(['click_at', { x: -1, y: 5 }]),
      done,
    ]);
    const targets = screen.done.map((action) => ('target' in action ? action.target : undefined));
    expect(targets).toEqual([
      { x: 0, y: 0 },
      { x: Math.floor(0.999 * drawnSize.width), y: Math.floor(0.999 * drawnSize.height) },
      { x: Math.floor(0.333 * drawnSize.width), y: Math.floor(0.667 * drawnSize.height) },
    ]);
    const refused = responsesIn(wires.at(-1)).slice(3);
    for (const { response } of refused) expect(response.error).toMatch(/not on the screenshot.*0 to 999/);
    expect([refused.length, server.violations]).toEqual([2, []]);
  });

  it('G12: any size of screen works: the picture is the screen, unscaled and without a frame', async () => {
    const { server } = await askGemini([done]);
    expect(server.inputs[0]?.pictures).toMatchObject([{ type: 'image/png', ...drawnSize }]);
    expect(google({ apiKey: 'test-key' }).vision?.picture?.size({ width: 1_440, height: 900 })).toEqual({
      width: 1_440,
      height: 900,
    });
  });

  it('G13: a call that Google wants confirmed is approved before it runs, and acknowledged afterwards', async () => {
    const asked: unknown[] = [];
    const screen = changingScreen();
    const yes = await askGemini([[click('One', { safety: 'It buys something.' })], done], {
      approve: async ({ reason }) => {
        asked.push([reason, screen.hits.length]);
        return true;
      },
      screen,
    });
    expect(asked).toEqual([['It buys something.', 0]]);
    expect(screen.hits).toEqual(['One']);
    expect(responsesIn(yes.wires[1])[0]?.response.safety_acknowledgement).toBe('true');
    expect(yes.server.violations).toEqual([]);
    const nobody = await askGemini([[click('One', { safety: 'It buys something.' })], done]);
    expect([nobody.result.status, nobody.screen.hits]).toEqual(['refused', []]);
    expect(nobody.server.requests).toHaveLength(1);
  });

  it('G14: a tool can answer with a picture beside its data', async () => {
    const picture = await pictureOf(200);
    const { tool } = noting('take_photo', z.strictObject({}), { picture });
    const { wires, server } = await askGemini([calls(['take_photo']), done], { tools: [tool] });
    const [response] = responsesIn(wires[1]);
    expect(response?.response).toMatchObject({ result: { noted: 1 } });
    expect(response?.parts?.map(({ inlineData }) => inlineData.data)).toContain(picture.bytes.toString('base64'));
    expect(server.violations).toEqual([]);
  });

  it('G15: every response has the URL, whatever the result', async () => {
    const { tool } = noting('broken', z.strictObject({ word: z.string() }), { fails: true });
    const { wires, server } = await askGemini(
      [
        calls(['broken', { word: 'x' }]),
        calls(['click_at', { x: 375, y: 116 }]),
        calls(['broken', {}]),
        calls(['open_web_browser']),
        calls(['fly']),
        calls(['click_at', { x: 5_000, y: 1 }], ['hover_at', { x: 1, y: 1 }]),
        done,
      ],
      { tools: [tool], limits: { maxFailures: 20 } },
    );
    const responses = responsesIn(wires.at(-1));
    expect(responses).toHaveLength(7);
    expect(responses.filter(({ response }) => response.error !== undefined)).toHaveLength(5);
    for (const { response } of responses) expect(response.url).toBe('http://drawn.test/1');
    expect(server.violations).toEqual([]);
  });

  it('G16: after each action comes the screen, as a picture and never as text', async () => {
    const turns = Array.from({ length: 5 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
    const { wires, server } = await askGemini([...turns, done], { screen: changingScreen() });
    for (const wire of wires.slice(1)) {
      const last = responsesIn(wire).at(-1);
      expect(last?.parts).toHaveLength(1);
      expect(last?.parts?.[0]?.inlineData.mimeType).toBe('image/png');
      for (const { response } of responsesIn(wire)) expect(JSON.stringify(response).length).toBeLessThan(1_000);
    }
    expect(server.violations).toEqual([]);
  });

  it('G18: the first request has the screen and the attachments', async () => {
    const screen = changingScreen();
    const photo = await pictureOf(90);
    const { wires, server } = await askGemini([done], { screen }, { attachments: [photo.bytes] });
    const parts = wires[0]?.contents[0]?.parts ?? [];
    expect(parts[0]).toEqual({ text: 'Do it.' });
    expect(parts.filter(({ inlineData }) => inlineData).map(({ inlineData }) => inlineData?.mimeType)).toEqual([
      'image/png',
      'image/png',
    ]);
    expect(server.inputs[0]?.pictures.map(({ width }) => width)).toEqual([20, drawnSize.width]);
    const shot = (await screen.session.observe({ picture: 'plain' })).image;
    const same = await askGemini([done], { screen }, { attachments: shot ? [shot] : [] });
    expect(countPictures(same.wires[0])).toBe(1);
  });

  it.each([1, 2, 5])(
    'G19: with maxPictures %i only that many remain, and every call keeps its response',
    async (most) => {
      const turns = Array.from({ length: 8 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]);
      const { wires, server, result } = await askGemini([...turns, done], {
        screen: changingScreen(),
        maxPictures: most,
      });
      for (const [index, wire] of wires.entries()) {
        expect(countPictures(wire)).toBe(Math.min(most, index + 1));
        expect(responsesIn(wire)).toHaveLength(index);
      }
      expect(responsesIn(wires.at(-1)).at(-1)?.parts).toHaveLength(1);
      expect([result.status, server.violations]).toEqual(['done', []]);
    },
  );

  it('G19: three are kept by default, and none is sent twice in a row', async () => {
    const turns = Array.from({ length: 6 }, () => [click('One')]);
    const { wires } = await askGemini([...turns, done], { screen: changingScreen() });
    expect(wires.map(countPictures)).toEqual([1, 2, 3, 3, 3, 3, 3]);
    const still = await askGemini([[{ do: 'move', at: at('One') }], [{ do: 'move', at: at('Two') }], done]);
    expect(still.wires.map(countPictures)).toEqual([1, 1, 1]);
    expect(JSON.stringify(responsesIn(still.wires.at(-1)))).toContain('is the same as before');
  });

  it('G20: every call has a response: interrupted, failed and skipped ones, too', async () => {
    const leaving = drawScreen(['One', 'Two'], (_, screen) => {
      screen.url = `${screen.url}/on`;
    });
    const script = [[click('One'), click('Two')], [click('Two'), click('One')], done, [click('One')], done];
    await withGemini(script, { screen: leaving }, async ({ agent, server }) => {
      await agent.send('Do it.', { limits: { maxSteps: 1 } });
      await agent.send('Go on.');
      await agent.send('Go on.');
      expect(server.violations).toEqual([]);
      expect(leaving.hits).toEqual(['One', 'Two', 'One']);
      const wire = wiresOf(server).at(-1);
      const called = wire?.contents.flatMap(({ parts }) =>
        parts.flatMap(({ functionCall }) => functionCall?.name ?? []),
      );
      expect(responsesIn(wire).map(({ name }) => name)).toEqual(called);
    });
  });

  it('G21: responses carry the names and ids of their calls, in order', async () => {
    const script: Intent[][] = [[click('One'), { do: 'move', at: at('Two') }, click('Three')], done];
    for (const model of [legacyModel, modernModel]) {
      const { wires, server } = await askGemini(script, { options: { model }, screen: changingScreen() });
      const named = (part: { id?: string; name: string }) => ({ id: part.id, name: part.name });
      const called = wires[1]?.contents.flatMap(({ parts }) => parts.flatMap(({ functionCall }) => functionCall ?? []));
      expect(responsesIn(wires[1]).map(named)).toEqual(called?.map(named));
      expect(responsesIn(wires[1]).map(({ parts }) => parts?.length ?? 0)).toEqual([0, 0, 1]);
      expect(server.violations.map(({ message }) => message)).not.toContain(googleMessages.responseName);
      expect(server.violations).toEqual([]);
    }
  });

  it('G22: the system prompt is sent, the agent closes, and the result has the last URL', async () => {
    const { wires, result } = await askGemini([[{ do: 'navigate', url: 'http://drawn.test/end' }], done], {
      systemPrompt: 'You are a browser automation assistant.',
    });
    for (const { systemInstruction } of wires)
      expect(systemInstruction.parts[0]?.text).toContain('You are a browser automation assistant.');
    expect(result).toMatchObject({ status: 'done', answer: 'It is done.', url: 'http://drawn.test/end' });
    await withGemini([done], {}, async ({ agent }) => {
      await agent[Symbol.asyncDispose]();
      await expect(agent.send('More.')).resolves.toMatchObject({ status: 'failed', error: { code: 'closed' } });
    });
  });

  it('G23: every request of a run has the tool and what it excludes', async () => {
    const { tool } = noting('click_at', place);
    const { wires } = await askGemini([calls(['click_at', { x: 1, y: 1 }]), [click('One')], done], {
      options: { excludedFunctions: ['drag_and_drop'] },
      tools: [{ tool, skipDefinition: true }],
    });
    expect(wires).toHaveLength(3);
    for (const { tools } of wires)
      expect(tools[0]?.computerUse).toEqual({
        environment: 'ENVIRONMENT_BROWSER',
        excludedPredefinedFunctions: ['drag_and_drop'],
      });
  });
});
