import { keepsContract } from './contract.js';
import { playwrightOnly } from './playwright-only.js';

keepsContract(playwrightOnly);
