import type { RankMove } from '@shared/rank-moves';
import { ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../strings/index';
import { type Piece, wordPieces } from './compare-states';

/** A stretch that is the same is shortened to its ends when it is longer. */
const sameUpTo = 240;
const sameEnds = 80;
/** Moves drawn before the rest is only counted. */
const drawnMoves = 60;

/** Two texts side by side; what only one of them has is marked by colour and by a line through or under it. */
export function TextDifference({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = useMemo(() => wordPieces(before, after), [before, after]);
  return (
    <div className="mt-1 grid grid-cols-2 gap-px bg-hairline">
      <Side pieces={pieces} side="removed" label={t('compare.other')} />
      <Side pieces={pieces} side="added" label={t('compare.here')} />
    </div>
  );
}

interface SideProps {
  readonly pieces: readonly Piece[];
  readonly side: 'removed' | 'added';
  readonly label: string;
}

function Side({ pieces, side, label }: SideProps) {
  const own = withPlaces(pieces).filter(({ piece }) => piece.kind === 'same' || piece.kind === side);
  const Mark = side === 'removed' ? 'del' : 'ins';
  return (
    <div className="min-w-0 bg-case py-1 pr-2 first:pl-0">
      <span className="sr-only">{label}: </span>
      {own.length === 0 ? <span className="text-12 text-muted">{t('compare.absent')}</span> : null}
      <pre className="font-mono text-12 leading-[18px] break-words whitespace-pre-wrap">
        {own.map(({ piece, place }) =>
          piece.kind === 'same' ? (
            <Same key={place} text={piece.text} />
          ) : (
            <Mark key={place} className={side === 'removed' ? 'diff-removed' : 'diff-added'}>
              {piece.text}
            </Mark>
          ),
        )}
      </pre>
    </div>
  );
}

function withPlaces(pieces: readonly Piece[]): readonly { readonly piece: Piece; readonly place: number }[] {
  let place = 0;
  return pieces.map((piece) => {
    const own = { piece, place };
    place += piece.text.length;
    return own;
  });
}

function Same({ text }: { readonly text: string }) {
  if (text.length <= sameUpTo) return text;
  return (
    <>
      {text.slice(0, sameEnds)}
      <span className="font-sans text-muted"> {t('compare.skipped', { characters: text.length - 2 * sameEnds })} </span>
      {text.slice(-sameEnds)}
    </>
  );
}

interface RankDifferenceProps {
  readonly moves: readonly RankMove[];
  readonly titles: ReadonlyMap<string, string>;
}

const moveKinds = ['rose', 'fell', 'entered', 'left'] as const;

/** The chunks that moved, came or went: how many of each, and each with an arrow and in words. */
export function RankDifference({ moves, titles }: RankDifferenceProps) {
  const counts = moveKinds.flatMap((kind) => {
    const count = moves.filter((move) => move.kind === kind).length;
    return count === 0 ? [] : [t(`compare.counts.${kind}`, { count })];
  });
  return (
    <>
      <p className="mt-1 text-12 text-muted">{counts.join(' · ')}</p>
      <ul className="mt-1">
        {moves.slice(0, drawnMoves).map((move) => (
          <li
            key={move.chunkId}
            data-testid="rank-move"
            data-kind={move.kind}
            className="grid grid-cols-[16px_128px_1fr] items-center gap-2 py-0.5 text-12"
          >
            <MoveArrow kind={move.kind} />
            <span className="tabular font-medium">{moveWords(move)}</span>
            <span className="truncate text-soft" title={move.chunkId}>
              {titles.get(move.chunkId) ?? move.chunkId}
            </span>
          </li>
        ))}
      </ul>
      {moves.length > drawnMoves ? (
        <p className="text-12 text-muted">{t('compare.more', { count: moves.length - drawnMoves })}</p>
      ) : null}
    </>
  );
}

const arrows = { rose: ArrowUp, fell: ArrowDown, entered: Plus, left: Minus } as const;
const arrowLooks = { rose: 'text-accent', fell: 'text-caution', entered: 'text-accent', left: 'text-danger' } as const;

function MoveArrow({ kind }: { readonly kind: RankMove['kind'] }) {
  const Arrow = arrows[kind];
  return <Arrow size={14} aria-hidden className={arrowLooks[kind]} />;
}

function moveWords({ kind, before, after }: RankMove): string {
  if (kind === 'entered') return t('compare.entered', { after: after ?? 0 });
  if (kind === 'left') return t('compare.left', { before: before ?? 0 });
  return t(kind === 'rose' ? 'compare.rose' : 'compare.fell', { before: before ?? 0, after: after ?? 0 });
}
