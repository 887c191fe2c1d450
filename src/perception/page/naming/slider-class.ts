import { classNameOf, hasAttribute } from '../dom/native-node.js';

/** `ui-slider-handle`, `slider-thumb`, `rangeslider__handle`. */
const handleClass = /(?:^|\s)\S*slider[_-]*(?:handle|thumb)(?:\s|$)/i;

/** Whether an element is the handle of a slider that has no role. */
export function isSliderHandle(element: Element): boolean {
  const className = classNameOf(element);
  return typeof className === 'string' && !hasAttribute(element, 'role') && handleClass.test(className);
}
