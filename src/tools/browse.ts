import { z } from 'zod';
import { plain } from './fields.js';
import { defineTool } from './tool.js';

const browsing = {
  category: 'interaction',
  safety: 'low_risk',
  effect: 'page',
  idempotent: false,
  timeoutMs: 45_000,
  missing: (field: string): string => `Missing required parameter: ${field}`,
} as const;

const navigate = defineTool({
  ...browsing,
  ...plain,
  name: 'browse_navigate',
  title: 'Navigate',
  description: 'Navigate the browser to a URL',
  category: 'navigation',
  safety: 'safe',
  input: z.object({ url: z.string().describe('URL to navigate to') }),
  output: z.object({ url: z.string(), status: z.literal('navigated') }),
  returns: 'The address, and that it was opened.',
  examples: ['browse_navigate(url="about:blank")'],
  takes: { urls: ['url'], paths: [], secrets: [] },
  async run({ url }, { perform }) {
    await perform({ type: 'navigate', url });
    return { url, status: 'navigated' as const };
  },
});

export const browseTools = [navigate];
