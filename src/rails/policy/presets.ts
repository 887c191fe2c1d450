import type { Safety } from '../../core/safety.js';
import type { PresetName } from './schema.js';

interface Preset {
  /** For `handrail policy` and the guide. */
  description: string;
  askFrom?: Safety;
  /** A page sends harmless requests by itself, so requests have their own level. */
  denyFrom?: { action: Safety; request: Safety };
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  watch: {
    description: 'reads only; denies everything that acts',
    denyFrom: { action: 'low_risk', request: 'medium' },
  },
  careful: { description: 'asks from level medium on', askFrom: 'medium' },
  trusted: { description: 'asks from level high on', askFrom: 'high' },
  open: { description: 'allows everything but the keys and texts that are always blocked' },
};
