import { keepsContract } from './contract.js';
import { desktop } from './desktop.js';

keepsContract(desktop);
