import type { InputDriver } from '../../screen/screen.js';

/** Calls `end` after each input, also after one that failed. */
export function endEachAction(input: InputDriver, end: () => Promise<void>): InputDriver {
  const ending =
    <Parameters extends unknown[]>(act: (...parameters: Parameters) => Promise<void>) =>
    async (...parameters: Parameters): Promise<void> => {
      try {
        await act(...parameters);
      } finally {
        await end();
      }
    };
  return {
    ...input,
    click: ending(input.click),
    move: ending(input.move),
    press: ending(input.press),
    release: ending(input.release),
    drag: ending(input.drag),
    scroll: ending(input.scroll),
    type: ending(input.type),
    key: ending(input.key),
    setValue: ending(input.setValue),
    chooseMenuItem: ending(input.chooseMenuItem),
  };
}
