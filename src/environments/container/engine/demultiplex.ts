/** Takes apart the two streams that the engine sends over one: a head of eight bytes, then so many bytes of one of them. */
export function demultiplex(onPart: (stream: 'out' | 'err', bytes: Buffer) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let stream: 'out' | 'err' = 'out';
  let left = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (left === 0) {
        const more = chunk.subarray(at, at + 8 - head.length);
        head = head.length === 0 ? more : Buffer.concat([head, more]);
        at += more.length;
        if (head.length < 8) return;
        stream = head[0] === 2 ? 'err' : 'out';
        left = head.readUInt32BE(4);
        head = Buffer.alloc(0);
        continue;
      }
      const part = chunk.subarray(at, at + left);
      at += part.length;
      left -= part.length;
      onPart(stream, part);
    }
  };
}
