import type { DocumentSource, TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ChevronLeft, ChevronRight, Maximize2, Minimize2, Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { runCommand } from '../../state/commands';
import { type SidePanelView, type SourceStop, useShell } from '../../state/shell';
import { copyText, IconButton } from '../../ui/Button';
import { type MenuItem, WithMenu } from '../../ui/ContextMenu';
import { pressed } from '../../ui/key-text';
import { ErrorNote } from '../../ui/Notices';
import { formatPlace, pageCount, pageNames } from '../../ui/names';
import { formatBytes } from '../../ui/quantities';
import { rememberedSource, rememberSource, type SourcePlace } from '../../ui/scroll-memory';
import { ChunkCard, DocumentDetails } from './DocumentDetails';
import { FindBar, useFind } from './FindBar';
import { JumpMenu } from './JumpMenu';
import { PdfViewer } from './pdf/PdfViewer';
import { SourceText } from './SourceText';
import { placeAmong, type SourceTarget, sourceMarks, useCitedPassages, useSource } from './source-marks';

interface SourceViewerProps {
  readonly view: Extract<SidePanelView, { kind: 'source' }>;
}

export function SourceViewer({ view }: SourceViewerProps) {
  const stop = view.stops[view.at];
  if (!stop) return null;
  return <OpenSource key={stop.documentId} stop={stop} shownBy={view} />;
}

type OpenSourceProps = Readonly<{ stop: SourceStop; shownBy: SourceViewerProps['view'] }>;

function useTarget(
  { stop, shownBy }: OpenSourceProps,
  current: SourceTarget['span'],
  hit: TextSpan | null,
  came: () => void,
) {
  const [target, setTarget] = useState<SourceTarget>({ span: current, back: rememberedSource(shownBy) });
  const looked = useRef({ stop, current });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stop that comes again is looked at again
  useEffect(() => {
    if (looked.current.stop === stop && looked.current.current === current) return;
    looked.current = { stop, current };
    setTarget({ span: current });
    if (current) came();
  }, [stop, current?.startChar, current?.endChar]);
  useEffect(() => {
    if (hit) setTarget({ span: hit });
  }, [hit]);
  return [target, setTarget] as const;
}

type Reading = ReturnType<typeof useReading>;

function useReading({ stop, shownBy }: OpenSourceProps) {
  const { stops, at } = shownBy;
  const { source, chunks, error } = useSource(stop.documentId);
  const [details, setDetails] = useState(false);
  const [chunk, setChunk] = useState<number | null>(null);
  const { passages, passage, current, stepPassage } = useCitedPassages(stop, stops, at);
  const find = useFind(source);
  const { found, hit } = find;
  const [target, setTarget] = useTarget({ stop, shownBy }, current, hit, () => {
    setDetails(false);
    setChunk(null);
  });
  const chosen = chunk === null ? null : (chunks[chunk] ?? null);
  const marks = useMemo(
    () => sourceMarks({ chunk: chosen, found: found.spans, cited: passages, current: hit ?? current }),
    [chosen, found, passages, hit, current],
  );

  const note = useCallback((place: SourcePlace) => rememberSource(shownBy, place), [shownBy]);

  function look(span: TextSpan): void {
    setDetails(false);
    setTarget({ span: { startChar: span.startChar, endChar: span.endChar } });
  }

  return {
    ...{ stop, source, chunks, error, details, setDetails, chunk, chosen },
    ...{ passage, stepPassage, find, target, marks, note, look },
    stepOn(by: 1 | -1): void {
      if (!find.stepHit(by)) stepPassage(by);
    },
    chooseChunk(index: number | null): void {
      setChunk(index);
      const place = index === null ? undefined : chunks[index];
      if (place) look(place);
    },
  };
}

function OpenSource({ stop, shownBy }: OpenSourceProps) {
  const { stops, at } = shownBy;
  const reading = useReading({ stop, shownBy });
  const { source, chunks, error, details, setDetails, chunk, chosen, chooseChunk, look } = reading;
  const { finding, setFinding, found } = reading.find;
  const sourceAs = useShell((state) => state.sourceAs);
  const wide = useShell((state) => state.wideSource);
  const inside = useRef<HTMLDivElement>(null);
  const view = viewOf(source, sourceAs, details);

  function openFind(): void {
    setDetails(false);
    setFinding(finding ?? { query: '', at: 0 });
    inside.current?.querySelector<HTMLInputElement>('[data-testid="source-find"]')?.select();
  }

  useSourceKeys(inside, { step: reading.stepOn, find: openFind, copyCited: () => copyCited(inside.current, source) });

  return (
    <div ref={inside} className="flex min-h-0 flex-1 flex-col">
      <SourceHeader
        stop={stop}
        source={source}
        {...placeAmong(stops, at, reading.passage)}
        jump={source ? <JumpMenu source={source} go={look} /> : null}
        step={reading.stepPassage}
        find={openFind}
        closes={!shownBy.cells || wide}
      />
      {finding ? (
        <FindBar
          query={finding.query}
          at={finding.at}
          total={found.spans.length}
          more={found.more}
          change={(next) => setFinding({ query: next, at: 0 })}
          step={reading.stepOn}
          close={() => setFinding(null)}
        />
      ) : null}
      <ErrorNote error={error} around="p-4" />
      <WithMenu items={() => selectionMenu(citedIn(inside.current, source))}>
        <div data-source className={`flex flex-col ${view === 'details' ? 'shrink-0' : 'min-h-0 flex-1'}`}>
          {source ? <SourceBody reading={reading} source={source} view={view} /> : null}
        </div>
      </WithMenu>
      {source && view === 'details' ? <DocumentDetails source={source} /> : null}
      {source && chosen && chunk !== null && view !== 'details' ? (
        <ChunkCard source={source} chunks={chunks} index={chunk} choose={chooseChunk} />
      ) : null}
      {!source && !error ? <p className="p-4 text-muted">{t('source.loading')}</p> : null}
    </div>
  );
}

const hasPages = ({ text, document: { format, mime } }: DocumentSource): boolean =>
  // A window cannot draw a TIFF.
  format === 'pdf' || (format === 'image' && mime !== 'image/tiff' && text !== '');

function viewOf(source: DocumentSource | null, sourceAs: 'page' | 'text', details: boolean): SourceView {
  if (details) return 'details';
  return source && hasPages(source) && sourceAs === 'page' ? 'page' : 'text';
}

type SourceBodyProps = Readonly<{ reading: Reading; source: DocumentSource; view: SourceView }>;

function SourceBody({ reading, source, view }: SourceBodyProps) {
  const { stop, marks, target, note, chunk, chooseChunk, setDetails } = reading;
  const lead = (
    <ViewSwitch
      views={hasPages(source) ? ['page', 'text', 'details'] : ['text', 'details']}
      view={view}
      choose={(next) => {
        setDetails(next === 'details');
        if (next !== 'details' && hasPages(source)) useShell.setState({ sourceAs: next });
      }}
    />
  );
  if (view === 'page') {
    return <PdfViewer source={source} marks={marks} target={target} said={stop.pages} note={note} lead={lead} />;
  }
  return (
    <>
      <div className="flex h-10 shrink-0 border-b border-hairline px-4">{lead}</div>
      {view === 'text' && source.text === '' ? (
        <div className="p-4">
          {source.document.error ? (
            <ErrorNote error={source.document.error} />
          ) : (
            <p className="text-muted">{t('source.empty')}</p>
          )}
        </div>
      ) : null}
      {view === 'text' && source.text !== '' ? (
        <SourceText source={source} marks={marks} chunk={chunk} target={target} note={note} chooseChunk={chooseChunk} />
      ) : null}
    </>
  );
}

function citedIn(pane: HTMLElement | null, source: DocumentSource | null): string {
  const selection = document.getSelection();
  const words = selection?.toString().trim() ?? '';
  const read = pane?.querySelector('[data-source]');
  if (!source || !selection || words === '' || !read?.contains(selection.anchorNode)) return '';
  const { title, format } = source.document;
  const place = formatPlace({ format, pages: selectedPages(source, selection) });
  return `${words}\n— ${place ? `${title}, ${place}` : title}`;
}

function copyCited(pane: HTMLElement | null, source: DocumentSource | null): void {
  const text = citedIn(pane, source);
  if (text) void copyText(text);
}

function selectionMenu(text: string): readonly MenuItem[] {
  if (text === '') return [];
  const words = getSelection()?.toString().trim() ?? '';
  return [
    { id: 'copy-selection', label: t('chat.copySelection'), command: 'copy', run: () => void copyText(words) },
    { id: 'copy-cited', label: t('commands.copy-cited'), command: 'copy-cited', run: () => void copyText(text) },
  ];
}

function selectedPages(source: DocumentSource, { anchorNode, focusNode }: Selection): readonly number[] {
  const pages = [anchorNode, focusNode].flatMap((node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const page = element?.closest<HTMLElement>('[data-page]')?.dataset.page;
    if (page) return [Number(page)];
    const from = element?.closest<HTMLElement>('[data-from]')?.dataset.from;
    const found = source.pages.findLast(({ startChar }) => from !== undefined && startChar <= Number(from));
    return found ? [found.page] : [];
  });
  return [...new Set(pages)].sort((a, b) => a - b);
}

type SourceKeys = { step(by: 1 | -1): void; find(): void; copyCited(): void };

/** Works from any focus, but finds in the document only while the pointer or the focus is in its pane. */
function useSourceKeys(inside: RefObject<HTMLElement | null>, keys: SourceKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing) return;
      if (pressed('hit-next', event)) latest.current.step(1);
      else if (pressed('hit-previous', event)) latest.current.step(-1);
      else if (pressed('copy-cited', event)) latest.current.copyCited();
      else if (pressed('find-in-document', event)) {
        const pane = inside.current?.closest('[data-pane]');
        if (!pane?.contains(document.activeElement) && !pane?.matches(':hover')) return;
        latest.current.find();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [inside]);
}

type SourceView = 'page' | 'text' | 'details';

type ViewSwitchProps = Readonly<{ views: readonly SourceView[]; view: SourceView; choose(view: SourceView): void }>;

function ViewSwitch({ views, view, choose }: ViewSwitchProps) {
  const names = { page: t('source.asPage'), text: t('source.asText'), details: t('library.details') };
  return (
    <fieldset className="flex h-10 shrink-0 gap-4">
      <legend className="sr-only">{t('source.views')}</legend>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          data-testid={`source-as-${name}`}
          aria-pressed={view === name}
          onClick={() => choose(name)}
          className="h-10 border-b-2 border-transparent text-14 text-muted transition-colors duration-120 hover:text-ink focus-visible:outline-offset-[-2px] aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink"
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}

interface SourceHeaderProps {
  readonly stop: SourceStop;
  readonly source: DocumentSource | null;
  readonly place: number;
  readonly total: number;
  readonly jump: ReactNode;
  step(by: 1 | -1): void;
  find(): void;
  readonly closes: boolean;
}

function SourceHeader({ stop, source, place, total, jump, step, find, closes }: SourceHeaderProps) {
  const { closeSidePanel, wideSource } = useShell();
  const cited = source ? pageNames(source.document.format, stop.pages) : '';
  const facts = source
    ? [
        source.document.pages > 0 ? pageCount(source.document.format, source.document.pages) : '',
        t('quantity.chunks', { count: source.chunks.length }),
        formatBytes(source.document.bytes),
      ].filter(Boolean)
    : [];
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1">
        <h2 dir="auto" className="truncate text-14 font-semibold">
          {source?.document.title ?? stop.title}
        </h2>
        <p className="tabular truncate text-12 text-muted">
          {cited ? <span className="font-medium text-accent">{cited} · </span> : null}
          {facts.join(' · ')}
        </p>
      </div>
      {total > 1 ? <PassageSteps place={place} total={total} step={step} /> : null}
      {jump}
      <IconButton
        icon={Search}
        label={t('source.findButton')}
        command="find-in-document"
        disabled={!source || source.text === ''}
        onClick={find}
      />
      <IconButton
        icon={wideSource ? Minimize2 : Maximize2}
        label={wideSource ? t('source.beside') : t('source.wide')}
        command="wide-source"
        onClick={() => runCommand('wide-source')}
      />
      {closes ? (
        <IconButton icon={X} label={t('app.close')} command="close-layer" onClick={() => closeSidePanel()} />
      ) : null}
    </header>
  );
}

const PassageSteps = ({ place, total, step }: Pick<SourceHeaderProps, 'place' | 'total' | 'step'>) => (
  <>
    <IconButton
      icon={ChevronLeft}
      label={t('source.previous')}
      command="hit-previous"
      disabled={place <= 1}
      onClick={() => step(-1)}
    />
    <span className="tabular text-12 text-muted" aria-live="polite">
      <span className="sr-only">{t('source.citationOf', { at: place, total })}</span>
      <span aria-hidden>
        {place} / {total}
      </span>
    </span>
    <IconButton
      icon={ChevronRight}
      label={t('source.next')}
      command="hit-next"
      disabled={place >= total}
      onClick={() => step(1)}
    />
  </>
);
