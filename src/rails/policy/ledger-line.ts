import { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import { riskClasses } from '../../core/risk/risk-class.js';
import { safetyLevels } from '../../core/safety.js';

const classes = z.array(z.enum(riskClasses));
const amount = z.strictObject({ value: z.number(), currency: z.string() }).optional();
const safety = z.enum(safetyLevels);

const lineSchema = z.strictObject({
  id: z.string(),
  /** What was allowed. */
  situation: z
    .strictObject({
      kind: z.enum(['action', 'request']),
      safety,
      classes,
      amount,
      counted: z.object({ safety, classes, amount }).optional(),
      host: z.string().optional(),
      tool: z.string().optional(),
      at: z.number(),
    })
    .optional(),
  /** The id of a line that does not count, because it would have exceeded a limit. */
  cancels: z.string().optional(),
});
/** One line of the ledger of a day. */
export type LedgerLine = z.infer<typeof lineSchema>;

/** Throws `journal_failed` for a damaged line. */
export function parseLedgerLine(text: string, file: string): LedgerLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined; // reported below
  }
  const { success, data } = lineSchema.safeParse(value);
  if (success) return data;
  throw new HandrailError(
    'journal_failed',
    `The counts of the day are damaged: ${file}. The action was blocked, because no limit of the day can be kept.`,
    'Look at the file. If its counts do not matter, remove it.',
  );
}
