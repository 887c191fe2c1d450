import { z } from 'zod';
import { isSecretName } from '../../../core/secrets/secret-names.js';
import { withDialogKeys } from '../../answer-dialog.js';
import { noRequirements } from '../../fields.js';
import { defineTool } from '../../tool.js';
import { rememberUrl } from './wait.js';

export const observeTool = defineTool({
  ...noRequirements,
  name: 'browse_observe',
  title: 'Observe',
  description: 'Observe the current browser state: take screenshot, extract accessibility tree, produce UiMap',
  category: 'extraction',
  safety: 'safe',
  effect: 'none',
  idempotent: true,
  timeoutMs: 45_000,
  input: z.object({
    include_screenshot: z
      .boolean()
      .optional()
      .describe('Include base64 screenshot inline (default: false, returns file path instead)'),
  }),
  output: z.object({
    url: z.string(),
    title: z.string(),
    ui_map: z.string(),
    screenshot_path: z.string(),
    screenshot_base64: z.string().optional(),
    element_count: z.number(),
    viewport: z.object({ width: z.number(), height: z.number() }),
  }),
  returns: 'URL, title, UI map, path of the picture, and size of the viewport.',
  examples: ['browse_observe()', 'browse_observe(include_screenshot=true)'],
  async run({ include_screenshot }, context) {
    const {
      url = '',
      title = '',
      text,
      image,
      total,
      screen,
      elements,
    } = await context.observe({ picture: 'plain', coordinates: true });
    rememberUrl(context, url);
    for (const { name, value } of elements) if (value !== undefined && isSecretName(name)) context.hide(value);
    if (include_screenshot && image) context.attachPicture(image);
    return {
      url,
      title,
      ui_map: withDialogKeys(text),
      screenshot_path: image ? await context.savePicture(image) : '', // a page behind a dialog cannot be captured
      ...(include_screenshot && image ? { screenshot_base64: image.bytes.toString('base64') } : {}),
      element_count: total,
      viewport: screen,
    };
  },
});
