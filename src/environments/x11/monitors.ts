import type { Rect } from '../../core/geometry.js';
import { extension, type XConnection } from './protocol/connection.js';
import { request, u8, u32 } from './protocol/wire.js';

/** The parts of the screen that are shown on a monitor each, the first one first. None where the server does not say. */
export async function readMonitors(x: XConnection): Promise<Rect[]> {
  const randr = await extension(x, 'RANDR');
  if (!randr) return [];
  const { body: version } = await x.ask(request(randr.opcode, 0, u32(1, 5)));
  if (version.readUInt32LE(0) < 1 || (version.readUInt32LE(0) === 1 && version.readUInt32LE(4) < 5)) return [];
  const { body } = await x.ask(request(randr.opcode, 42, u32(x.root), u8(1, 0, 0, 0)));
  const monitors: (Rect & { primary: boolean })[] = [];
  let at = 24;
  for (let left = body.readUInt32LE(4); left > 0; left -= 1) {
    monitors.push({
      primary: body[at + 4] === 1,
      x: body.readInt16LE(at + 8),
      y: body.readInt16LE(at + 10),
      width: body.readUInt16LE(at + 12),
      height: body.readUInt16LE(at + 14),
    });
    at += 24 + body.readUInt16LE(at + 6) * 4;
  }
  return monitors
    .sort((one, other) => Number(other.primary) - Number(one.primary))
    .map(({ primary: _primary, ...place }) => place);
}
