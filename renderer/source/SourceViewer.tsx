import type { TextSpan } from '@shared/contract/index';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorNote } from '../components/ErrorNote';
import { type SourceStop, useShell } from '../state/shell';
import { t } from '../strings/index';
import { ChunkCard } from './ChunkCard';
import { DocumentDetails } from './DocumentDetails';
import { FindBar } from './FindBar';
import { JumpMenu } from './JumpMenu';
import { PdfViewer } from './pdf/PdfViewer';
import { SourceHeader } from './SourceHeader';
import { SourceText } from './SourceText';
import { placeAmong, type SourceTarget, sourceMarks } from './source-marks';
import { useFind } from './use-find';
import { usePassages } from './use-passages';
import { useSource } from './use-source';
import { useSourceKeys } from './use-source-keys';
import { type SourceView, ViewSwitch } from './ViewSwitch';

interface SourceViewerProps {
  readonly stops: readonly SourceStop[];
  readonly at: number;
  step(by: 1 | -1): void;
  close(): void;
}

/** A document opened at a passage: a PDF on its pages, everything as its text, and its chunks one by one. */
export function SourceViewer({ stops, at, step, close }: SourceViewerProps) {
  const stop = stops[at];
  if (!stop) return null;
  return <OpenSource key={stop.documentId} stop={stop} stops={stops} at={at} step={step} close={close} />;
}

function OpenSource({ stop, stops, at, step, close }: SourceViewerProps & { readonly stop: SourceStop }) {
  const { source, chunks, error } = useSource(stop.documentId);
  const { sourceAs, showSourceAs } = useShell();
  const inside = useRef<HTMLDivElement>(null);
  const [details, setDetails] = useState(false);
  const [chunk, setChunk] = useState<number | null>(null);
  const { passages, passage, current, stepPassage } = usePassages({ stop, stops, at, step });
  const { finding, found, hit, setFinding, stepHit } = useFind(source);
  const [target, setTarget] = useState<SourceTarget>({ span: current });

  const chosen = chunk === null ? null : (chunks[chunk] ?? null);
  const marks = useMemo(
    () => sourceMarks({ chunk: chosen, found: found.spans, cited: passages, current: hit ?? current }),
    [chosen, found, passages, hit, current],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stop that comes again is looked at again
  useEffect(() => {
    setTarget({ span: current });
    if (current) {
      setDetails(false);
      setChunk(null);
    }
  }, [stop, current?.startChar, current?.endChar]);
  useEffect(() => {
    if (hit) setTarget({ span: hit });
  }, [hit]);

  /** To the next place that was found, or else to the next passage. */
  function stepOn(by: 1 | -1): void {
    if (!stepHit(by)) stepPassage(by);
  }

  function look(span: TextSpan): void {
    setDetails(false);
    setTarget({ span: { startChar: span.startChar, endChar: span.endChar } });
  }

  function chooseChunk(index: number | null): void {
    setChunk(index);
    const place = index === null ? undefined : chunks[index];
    if (place) look(place);
  }

  function openFind(): void {
    setDetails(false);
    setFinding(finding ?? { query: '', at: 0 });
    inside.current?.querySelector<HTMLInputElement>('[data-testid="source-find"]')?.select();
  }

  useSourceKeys(inside, { next: () => stepOn(1), previous: () => stepOn(-1), find: openFind });

  // A TIFF is nothing that a window can draw.
  const hasPages =
    source?.document.format === 'pdf' ||
    (source?.document.format === 'image' && source.document.mime !== 'image/tiff' && source.text !== '');
  const view: SourceView = details ? 'chunks' : hasPages && sourceAs === 'page' ? 'page' : 'text';
  const lead = (
    <ViewSwitch
      views={hasPages ? ['page', 'text', 'chunks'] : ['text', 'chunks']}
      view={view}
      choose={(next) => {
        setDetails(next === 'chunks');
        if (next !== 'chunks' && hasPages) showSourceAs(next);
      }}
    />
  );
  return (
    <div ref={inside} className="flex min-h-0 flex-1 flex-col">
      <SourceHeader
        title={stop.title}
        pages={stop.pages}
        source={source}
        {...placeAmong(stops, at, passage)}
        jump={source ? <JumpMenu source={source} go={look} /> : null}
        step={stepPassage}
        find={openFind}
        close={close}
      />
      {finding ? (
        <FindBar
          query={finding.query}
          at={finding.at}
          total={found.spans.length}
          more={found.more}
          change={(next) => setFinding({ query: next, at: 0 })}
          step={stepOn}
          close={() => setFinding(null)}
        />
      ) : null}
      {error ? (
        <div className="p-4">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {source && view === 'page' ? (
        <PdfViewer source={source} marks={marks} target={target} said={stop.pages} lead={lead} />
      ) : null}
      {source && view !== 'page' ? (
        <div className="flex h-10 shrink-0 border-b border-hairline px-4">{lead}</div>
      ) : null}
      {source && view === 'text' && source.text === '' ? <NoText error={source.document.error} /> : null}
      {source && view === 'text' && source.text !== '' ? (
        <SourceText source={source} marks={marks} chunk={chunk} target={target} chooseChunk={chooseChunk} />
      ) : null}
      {source && view === 'chunks' ? (
        <DocumentDetails source={source} chunks={chunks} chosen={chunk} choose={chooseChunk} />
      ) : null}
      {source && chosen && chunk !== null && view !== 'chunks' ? (
        <ChunkCard source={source} chunks={chunks} index={chunk} choose={chooseChunk} />
      ) : null}
      {!source && !error ? <p className="p-4 text-muted">{t('source.loading')}</p> : null}
    </div>
  );
}

function NoText({ error }: { readonly error: Parameters<typeof ErrorNote>[0]['error'] | null }) {
  return (
    <div className="p-4">{error ? <ErrorNote error={error} /> : <p className="text-muted">{t('source.empty')}</p>}</div>
  );
}
