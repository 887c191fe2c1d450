import { browser } from './browser.js';
import { keepsContract } from './contract.js';

keepsContract(browser);
