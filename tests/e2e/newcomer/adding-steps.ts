import type { Steps } from './walker';

export const addingSteps: Steps = {};
