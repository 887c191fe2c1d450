import { attributeOf } from '../dom/native-node.js';

/** The limits of a slider or spin button as text: "0 to 100, step 5". */
export function readRange(element: Element, role: string): string | undefined {
  if (role !== 'slider' && role !== 'spinbutton') return undefined;
  const isNative = element instanceof HTMLInputElement;
  const isSlider = isNative && element.type === 'range';
  const min = attributeOf(element, 'aria-valuemin') ?? (isNative && element.min ? element.min : isSlider ? '0' : null);
  const max =
    attributeOf(element, 'aria-valuemax') ?? (isNative && element.max ? element.max : isSlider ? '100' : null);
  const step =
    isNative && element.step && element.step !== 'any' && element.step !== '1' ? `, step ${element.step}` : '';
  if (min !== null && max !== null) return `${min} to ${max}${step}`;
  if (min !== null) return `at least ${min}${step}`;
  return max === null ? undefined : `at most ${max}${step}`;
}
