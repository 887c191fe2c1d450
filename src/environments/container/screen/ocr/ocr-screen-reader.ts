import { createHash } from 'node:crypto';
import type { Pixels, ScreenNode, ScreenReader, ScreenWindow, Tree } from '../../../screen/screen.js';
import type { Ocr } from './find-ocr.js';
import { normalizeContrast } from './normalize-contrast.js';
import { createTextRecognizer } from './recognize-text.js';

/** Text on a screen is small for OCR, so pictures are enlarged. */
const scale = 2;

/** A reader whose elements are the texts that OCR finds. */
export function withOcr(reader: ScreenReader, ocr: Ocr): ScreenReader {
  const recognize = createTextRecognizer();
  let cached: { hash: string; nodes: ScreenNode[] } | undefined;

  async function readNodes(
    pixels: Pixels,
    windows: readonly ScreenWindow[],
    signal?: AbortSignal,
  ): Promise<ScreenNode[]> {
    const bounds = windows.map((window) => [window.id, window.bounds]);
    const hash = createHash('sha1').update(pixels.data).update(JSON.stringify(bounds)).digest('hex');
    if (cached?.hash === hash) return cached.nodes;
    const grey = toGrey(pixels);
    const tables = await Promise.all([
      enlarge(grey, pixels).then((png) => ocr(png, 'lines', signal)),
      enlarge(normalizeContrast(grey, pixels), pixels).then((png) => ocr(png, 'sparse', signal)),
    ]);
    const nodes = recognize(tables, windows, scale);
    cached = { hash, nodes };
    return nodes;
  }

  return {
    ...reader,
    async tree(request, signal): Promise<Tree> {
      const all = await readNodes(await reader.pixels(signal), request.windows, signal);
      const query = request.find?.toLowerCase();
      const nodes = query === undefined ? all : all.filter(({ name }) => name.toLowerCase().includes(query));
      return { nodes: request.inside ? [] : nodes, dropped: 0 };
    },
  };
}

/** The green channel: the order of red and blue differs between screens, and the fourth byte has no meaning. */
function toGrey({ width, height, data }: Pixels): Buffer {
  const grey = Buffer.alloc(width * height);
  for (let index = 0; index < grey.length; index += 1) grey[index] = data[index * 4 + 1] ?? 0;
  return grey;
}

async function enlarge(grey: Buffer, { width, height }: Pixels): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(width * scale, height * scale)
    .png({ compressionLevel: 1 })
    .toBuffer();
}
