import type { ShapedKey } from '@shared/prompt-schema';

/** The values that the Prompt Shaper knows, as in config/agents/A2_PromptShaper.json; never translated. */
export const knownValues: Record<ShapedKey, readonly string[]> = {
  system: ['assistant', 'analyst', 'researcher', 'tutor', 'engineer', 'writer', 'lawyer'],
  audience: ['general', 'beginner', 'expert', 'executive', 'child'],
  tone: ['neutral', 'formal', 'friendly', 'persuasive', 'critical'],
  depth: ['brief', 'medium', 'detailed', 'exhaustive'],
  confidence: ['low', 'medium', 'high'],
};
