import type { Rect } from '../../core/geometry.js';
import type { XConnection } from './protocol/connection.js';
import { rawQuery, u8, u32 } from './protocol/raw-request.js';

const getMonitors = 42;

/** The screen regions that monitors show, the primary monitor first. Empty when the server lacks RANDR 1.5. */
export async function readMonitors(x: XConnection): Promise<Rect[]> {
  const randr = await x.extension('randr');
  if (!randr || randr.major_version < 1 || (randr.major_version === 1 && randr.minor_version < 5)) return [];
  const onlyActive = u8(1, 0, 0, 0);
  const reply = await x.query(rawQuery(randr.majorOpcode, getMonitors, u32(x.root), onlyActive)); // not in the package
  const monitors: { isPrimary: boolean; region: Rect }[] = [];
  let offset = 24;
  for (let left = reply.readUInt32LE(4); left > 0; left -= 1) {
    monitors.push({
      isPrimary: reply[offset + 4] === 1,
      region: {
        x: reply.readInt16LE(offset + 8),
        y: reply.readInt16LE(offset + 10),
        width: reply.readUInt16LE(offset + 12),
        height: reply.readUInt16LE(offset + 14),
      },
    });
    offset += 24 + reply.readUInt16LE(offset + 6) * 4;
  }
  return monitors.sort((one, other) => Number(other.isPrimary) - Number(one.isPrimary)).map(({ region }) => region);
}
