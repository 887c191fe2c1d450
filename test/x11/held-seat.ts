import { openXDisplay } from '../../src/environments/x11/open-x-display.js';
import { dialDisplay } from '../../src/environments/x11/protocol/dial-display.js';

/** Takes a seat, holds a key down, and stays until it is killed. */
const display = process.argv[2] ?? '';
const x = await openXDisplay({ display, dial: () => dialDisplay(display) });
const [window] = await x.windows();
const seat = await x.openSeat();
if (window) await seat.type('∫', window);
console.log('seated');
setInterval(() => undefined, 1000);
