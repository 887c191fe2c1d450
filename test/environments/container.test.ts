import { container } from './container.js';
import { keepsContract } from './contract.js';

keepsContract(container);
