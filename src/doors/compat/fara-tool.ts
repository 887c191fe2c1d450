import type { JsonSchema } from '../../tools/tool.js';
import { defaultContainer } from './fara-docker.js';

/** Name and description of the tool. */
export const faraComputerUseTool = {
  name: 'fara_computer_use',
  description: "Execute computer automation tasks using Microsoft's FARA-7B model via Azure ML",
  version: '1.0.0',
  author: 'MassGen',
} as const;

/** The parameters of the tool, without the functions that only code can pass. */
export const faraParameters: JsonSchema = {
  type: 'object',
  properties: {
    task: { type: 'string', description: 'The task, in plain language' },
    environment: { type: 'string', enum: ['browser', 'linux'], default: 'browser' },
    display_width: { type: 'integer', description: 'Width of the browser in pixels', default: 1_440 },
    display_height: { type: 'integer', description: 'Height of the browser in pixels', default: 900 },
    max_iterations: { type: 'integer', description: 'Maximum number of steps', default: 25 },
    initial_url: { type: 'string', description: 'The first page, in a browser' },
    environment_config: {
      type: 'object',
      description: 'Settings of the environment',
      properties: {
        browser_type: { type: 'string', enum: ['chromium', 'firefox', 'webkit'], default: 'chromium' },
        headless: { type: 'boolean', description: 'Default: true if there is no display' },
        container_name: { type: 'string', description: 'For linux', default: defaultContainer.container_name },
        display: { type: 'string', description: 'For linux', default: defaultContainer.display },
      },
    },
    agent_cwd: { type: 'string', description: 'The folder that holds .handrail' },
    model: { type: 'string', default: 'fara-7b' },
    azure_ml_endpoint: { type: 'string', description: 'Default: FARA_AZURE_ENDPOINT' },
    azure_ml_api_key: { type: 'string', description: 'Default: FARA_AZURE_API_KEY' },
  },
  required: ['task'],
};
