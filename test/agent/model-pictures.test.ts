import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/exports/models.js';
import { scripted } from '../../src/exports/testing.js';
import { createAgent } from '../../src/index.js';
import { drawScreen } from '../contract/drawn-screen.js';
import { answer, click, tryCalls } from './try-calls.js';

it('a refusal ends the run with the text of the refusal', async () => {
  const { result } = await tryCalls([{ refusal: 'I cannot help with this.' }]);
  expect(result).toMatchObject({ status: 'refused', reason: 'I cannot help with this.' });
});

describe('the picture for a model', () => {
  it('has the requested type and size and is part of the conversation', async () => {
    const { turns } = await tryCalls([{ calls: [{ id: 'a', capture: 'screen' }] }, answer]);
    const [first] = turns[0]?.history ?? [];
    expect(first).toMatchObject({
      role: 'user',
      snapshot: {
        picture: { type: 'image/png', size: { width: 400, height: 300 }, region: { width: 800, height: 600 } },
      },
    });
  });

  it('is marked when it equals the previous one', async () => {
    const screen = drawScreen(['One'], (_, drawn) => {
      drawn.face += 1;
    });
    const look: Partial<Reply> = { calls: [{ id: 'a', capture: 'screen' }] };
    const { turns } = await tryCalls([look, { calls: [{ id: 'b', action: click(200, 60) }] }, answer], {}, screen);
    const same = (turns[2]?.history ?? []).flatMap((one) =>
      one.role === 'model' ? [] : [one.snapshot?.pictureUnchanged ?? false],
    );
    expect(same).toEqual([false, true, false]);
  });

  it('an attachment can be any picture or file', async () => {
    const { image } = await drawScreen().session.observe({ picture: 'plain' });
    if (!image) throw new Error('There is no picture.');
    const attachments = [image, image.bytes, { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('hi') }];
    const { turns } = await tryCalls([answer], { attachments });
    expect(turns[0]?.history[0]).toMatchObject({
      attachments: [
        { name: 'attachment-1', type: 'image/png', bytes: image.bytes },
        { name: 'attachment-2', type: 'image/png', bytes: image.bytes },
        { name: 'note.txt', type: 'text/plain' },
      ],
    });
    for (const wrong of [Buffer.from('no picture'), '/tmp/picture.png', { type: 'image/png', data: 'AAAA' }, null]) {
      const agent = createAgent({ model: scripted([answer]), session: drawScreen().session, journal: false });
      const refused = await agent.send('Look.', { attachments: [wrong as Buffer] });
      expect(refused).toMatchObject({ status: 'failed', error: { code: 'invalid_option' } });
      expect(agent.history).toEqual([]);
    }
  });
});

describe('maxPictures', () => {
  it.each([0, -1, Number.NaN, 1.5])('rejects %s with the valid values', (maxPictures) => {
    const wrong = {
      code: 'invalid_option',
      message: expect.stringMatching(`is ${maxPictures}, but it must be a whole number, 1 or more`),
    };
    expect(() => createAgent({ maxPictures })).toThrow(expect.objectContaining(wrong));
  });

  it.each([1, 20, Number.POSITIVE_INFINITY, undefined])('accepts %s', async (maxPictures) => {
    await using agent = createAgent(maxPictures === undefined ? {} : { maxPictures });
    expect(agent.history).toEqual([]);
  });
});
