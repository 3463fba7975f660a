import type { ColumnType, NotFoundReason, PageSpan, TypedValue } from '@shared/contract';
import type { Block } from '@shared/prompt/blocks';

export interface FoundValue {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
  readonly quoteStart: number;
  readonly quoteEnd: number;
  readonly confidence: number;
}
export type Extraction =
  | { readonly found: readonly FoundValue[] }
  | { readonly found: readonly []; readonly reason: NotFoundReason };
export interface ExtractionColumn {
  readonly question: string;
  readonly type: ColumnType;
  readonly choices?: readonly string[];
  readonly many?: boolean;
}
export interface ExtractionDocument {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
  readonly language: string;
  readonly title: string | null;
}
export function extract({ text }: ExtractionDocument, { type }: ExtractionColumn): Extraction {
  const first = /\b(?:19|20)\d\d\b/u.exec(text);
  if (type !== 'date' || !first) return { found: [], reason: 'no-such-words' };
  const end = first.index + 4;
  return {
    found: [
      {
        value: { type: 'date', date: first[0] },
        start: first.index,
        end,
        quoteStart: first.index,
        quoteEnd: end,
        confidence: 0.5,
      },
    ],
  };
}
export const proposeType = (_question: string): { type: ColumnType; many: boolean } => ({ type: 'text', many: false });
