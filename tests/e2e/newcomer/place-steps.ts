import type { Steps } from './walker';

export const placeSteps: Steps = {};
