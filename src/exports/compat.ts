// handrail/compat: functions with the names and results of other packages.
export { BrowserToolExecutor, type BrowserToolSchema } from '../doors/compat/browser-tool-executor.js';
export {
  type ExecutionResult,
  type FaraComputerUseOptions,
  type FaraEnvironmentConfig,
  type FaraResult,
  faraComputerUse,
  faraComputerUseTool,
} from '../doors/compat/fara-computer-use.js';
export { getComputerUseSchema } from '../tools/vocabularies/computer-use/schema.js';
