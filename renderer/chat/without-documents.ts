import type { Answer } from '@shared/contract/index';

/** Whether a model has answered from what it knows, because the documents could not be searched. */
export const isWithoutDocuments = ({ notices }: Pick<Answer, 'notices'>): boolean =>
  notices.some(({ code }) => code === 'without-documents');
