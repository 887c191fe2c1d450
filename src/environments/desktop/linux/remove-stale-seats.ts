// The guardian runs this for a session that was killed: the X server keeps the second pointer and keyboard, with the keys they hold.

import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';

const [display = '', authority = ''] = process.argv.slice(2);
const x = await openXDisplay({ display, dial: () => dialDisplay(display), authority: authority || undefined });
// Opening a seat removes those of dead processes.
const seat = await x.openSeat();
await seat.close();
await x.close();
