/** Hue, in degrees, up to which each word is used. */
const hues: readonly [until: number, word: string][] = [
  [14, 'red'],
  [44, 'orange'],
  [70, 'yellow'],
  [168, 'green'],
  [190, 'cyan'],
  [255, 'blue'],
  [290, 'purple'],
  [320, 'magenta'],
  [345, 'pink'],
  [360, 'red'],
];

const minAlpha = 0.1;
const maxBlackLightness = 0.12;
const minWhiteLightness = 0.93;
const minSaturation = 0.12;
const darkLightness = 0.38;
const lightLightness = 0.78;

/** The words for dark and light tones that people do not call by the name of the hue. */
const darkWords: Record<string, string> = { orange: 'brown', yellow: 'olive', cyan: 'teal', magenta: 'purple' };
const lightWords: Record<string, string> = { red: 'pink', orange: 'beige' };
/** The words for tones with little colour. */
const dullWords: Record<string, string> = { red: 'brown', orange: 'brown' };
const maxDullSaturation = 0.6;
const maxDullLightness = 0.6;

/** The plain word for a computed colour. Undefined for a transparent or unknown one. */
export function colorWord(color: string): string | undefined {
  const rgb = parseColor(color);
  if (!rgb || rgb.alpha < minAlpha) return undefined;
  const { hue, saturation, lightness } = toHsl(rgb);
  if (lightness < maxBlackLightness) return 'black';
  if (lightness > minWhiteLightness) return 'white';
  if (saturation < minSaturation) return 'gray';
  const word = hues.find(([until]) => hue <= until)?.[1] ?? 'red';
  if (saturation < maxDullSaturation && lightness < maxDullLightness && dullWords[word]) return dullWords[word];
  if (lightness < darkLightness) return darkWords[word] ?? word;
  return lightness > lightLightness ? (lightWords[word] ?? word) : word;
}

export interface Rgb {
  /** From 0 to 1. */
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

const parsedColors = new Map<string, Rgb | undefined>();
/** A page with more colours is parsed again. */
const maxParsedColors = 500;

/** Parses `rgb(…)`, `rgba(…)` and `color(srgb …)`, the forms of computed styles. */
export function parseColor(color: string): Rgb | undefined {
  if (parsedColors.has(color)) return parsedColors.get(color);
  if (parsedColors.size >= maxParsedColors) parsedColors.clear();
  const parsed = parse(color);
  parsedColors.set(color, parsed);
  return parsed;
}

function parse(color: string): Rgb | undefined {
  const scale = color.startsWith('rgb') ? 255 : color.startsWith('color(srgb ') ? 1 : 0;
  if (scale === 0) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.replace('srgb', '').match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(
    Number,
  );
  return { red: red / scale, green: green / scale, blue: blue / scale, alpha };
}

function toHsl({ red, green, blue }: Rgb): { hue: number; saturation: number; lightness: number } {
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  const lightness = (high + low) / 2;
  const range = high - low;
  if (range === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector =
    high === red ? (green - blue) / range + 6 : high === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return { hue: (sector * 60) % 360, saturation, lightness };
}
