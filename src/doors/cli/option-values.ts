import { InvalidArgumentError } from 'commander';

/** Every value of an option that may be given again and again. */
export function gather(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

export function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Give a whole number from 0.');
  return Number(value);
}

export function amount(value: string): number {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) throw new InvalidArgumentError('Give a number from 0, such as 1.5.');
  return Number(value);
}

const longestPause = 60_000;

export function pauseLength(value: string): number {
  const ms = wholeNumber(value);
  if (ms > longestPause) throw new InvalidArgumentError(`Give milliseconds, ${longestPause} at most.`);
  return ms;
}

export function seconds(value: string): number {
  const given = amount(value);
  if (given === 0) throw new InvalidArgumentError('Give more than 0 seconds.');
  return given;
}

export function size(value: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,5})\s*[x×,]\s*(\d{2,5})$/i.exec(value.trim()) ?? [];
  if (!width || !height) throw new InvalidArgumentError('Give width and height in pixels, such as 1280x800.');
  return { width: Number(width), height: Number(height) };
}

/** `click,type` or `click type`. */
export function names(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}
