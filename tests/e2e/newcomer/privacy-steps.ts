import type { Steps } from './walker';

export const privacySteps: Steps = {};
