import type { Steps } from './walker';

export const conversationSteps: Steps = {};
