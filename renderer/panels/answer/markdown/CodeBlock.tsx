// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import { t } from '@shared/words/index';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../../ui/Button';
import type { CodePiece } from './highlight-code';

/** Longer code is shown in one colour: colouring it would hold up the window. */
const colouredUpTo = 20_000;

interface CodeBlockProps {
  readonly code: string;
  /** As the fence names it; '' where it names none. */
  readonly language: string;
}

export function CodeBlock({ code, language }: CodeBlockProps) {
  const pieces = usePieces(language, code);
  return (
    <div data-testid="code-block" className="code-block">
      <div className="code-head">
        <span className="truncate">{language || t('chat.code')}</span>
        <CopyButton text={() => code} label={t('chat.copyCode')} />
      </div>
      <pre tabIndex={0}>
        <code>
          {pieces
            ? pieces.map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
                <span key={index} className={piece.kind || undefined}>
                  {piece.text}
                </span>
              ))
            : code}
        </code>
      </pre>
    </div>
  );
}

/** Null until the colours are known, and where there are none. */
function usePieces(language: string, code: string): readonly CodePiece[] | null {
  const [coloured, setColoured] = useState<{ readonly code: string; readonly pieces: readonly CodePiece[] | null }>();
  useEffect(() => {
    if (language === '' || code.length > colouredUpTo) return;
    let current = true;
    import('./highlight-code').then(
      ({ codePieces }) => {
        if (current) setColoured({ code, pieces: codePieces(language.toLowerCase(), code) });
      },
      (error: unknown) => console.error(`Code cannot be coloured: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, [language, code]);
  if (!coloured?.pieces) return null;
  // While code grows, its coloured part stays, and the new part waits for its colour.
  if (coloured.code === code) return coloured.pieces;
  return code.startsWith(coloured.code)
    ? [...coloured.pieces, { text: code.slice(coloured.code.length), kind: '' }]
    : null;
}
