import type { SuperPrompt } from '@shared/super-prompt';

const strictForms: ReadonlySet<string> = new Set(['json', 'code']);

/** Whether an answer is asked for in a form in which nothing may stand that was not asked for (A5). */
export const hasStrictForm = ({ extras }: SuperPrompt): boolean => strictForms.has(extras.format_enforcer?.name ?? '');
