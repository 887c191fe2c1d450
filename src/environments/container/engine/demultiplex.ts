const headerBytes = 8;

/** Splits the engine's stream into standard output and error. Each frame has an 8-byte header with stream and length. */
export function demultiplex(onData: (stream: 'out' | 'err', bytes: Buffer) => void): (chunk: Buffer) => void {
  let header: Buffer = Buffer.alloc(0);
  let stream: 'out' | 'err' = 'out';
  let remaining = 0;
  return (chunk) => {
    let offset = 0;
    while (offset < chunk.length) {
      if (remaining === 0) {
        const part = chunk.subarray(offset, offset + headerBytes - header.length);
        header = header.length === 0 ? part : Buffer.concat([header, part]);
        offset += part.length;
        if (header.length < headerBytes) return;
        stream = header[0] === 2 ? 'err' : 'out';
        remaining = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const data = chunk.subarray(offset, offset + remaining);
      offset += data.length;
      remaining -= data.length;
      onData(stream, data);
    }
  };
}
