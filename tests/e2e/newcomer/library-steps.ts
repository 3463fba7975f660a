import type { Steps } from './walker';

export const librarySteps: Steps = {};
