import type { Steps } from './walker';

export const stagesSteps: Steps = {};
