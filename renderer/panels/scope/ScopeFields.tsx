import type { SearchFilters } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Check, FileText, FolderOpen, Globe, Tag } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useLibrary } from '../../state/library/library';
import { FindField, Select } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { languageName } from '../../ui/quantities';
import { stepOf } from '../../ui/use-virtual-grid';
import {
  ranges,
  type ScopeChoice,
  type ScopeProps,
  scopeChoices,
  typeName,
  withChoice,
  withFilters,
} from './scope-choices';

export const ScopeFields = ({ folds = false, ...props }: ScopeProps & { readonly folds?: boolean }) => (
  <>
    <PlaceList {...props} />
    <details open={!folds} className="border-t border-hairline">
      <summary className="px-3 py-2 text-14 text-soft hover:text-ink">{t('filters.more')}</summary>
      <FilterFields {...props} />
    </details>
  </>
);

/** Everything, collections and documents to choose from: typing narrows, arrows move, Enter selects or deselects. */
function PlaceList({ scope, setScope }: ScopeProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const { choices, more, error } = useScopeChoices(scope, typed);
  const active = Math.min(at, choices.length - 1);

  function onKeyDown(event: KeyboardEvent): void {
    // Home and End move in the field.
    const moves = event.key !== 'Home' && event.key !== 'End';
    const next = moves ? stepOf(event.key, active, choices.length, 8) : null;
    if (next !== null) setAt(next);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) take(choices[active]);
    else return;
    event.preventDefault();
  }

  const take = (choice: ScopeChoice | undefined): void => {
    if (choice) setScope(withChoice(scope, choice));
  };

  return (
    <>
      <FindField
        name={t('chat.findScope')}
        data-testid="scope-find"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[active] ? `${id}-${active}` : undefined}
        value={typed}
        write={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        around="flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-3"
      />
      <ErrorNote error={error} around="p-2" />
      <PlaceOptions
        id={id}
        choices={choices}
        active={active}
        take={(choice, index) => {
          setAt(index);
          take(choice);
        }}
      />
      {choices.length === 0 ? <p className="px-3 pb-3 text-14 text-muted">{t('chat.noScopeFound')}</p> : null}
      {more > 0 ? (
        <p className="tabular border-t border-hairline px-3 py-2 text-12 text-muted">
          {t('chat.moreDocuments', { count: more })}
        </p>
      ) : null}
    </>
  );
}

interface PlaceOptionsProps {
  readonly id: string;
  readonly choices: readonly ScopeChoice[];
  readonly active: number;
  take(choice: ScopeChoice, index: number): void;
}

function PlaceOptions({ id, choices, active, take }: PlaceOptionsProps) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-multiselectable
      aria-label={t('chat.scope')}
      // Reached through the field above, which names the active one.
      tabIndex={-1}
      className="max-h-60 shrink-0 overflow-y-auto p-1"
    >
      {choices.map((choice, index) => (
        <Choice
          key={`${choice.kind} ${choice.id}`}
          id={`${id}-${index}`}
          choice={choice}
          at={index}
          isActive={index === active}
          startsGroup={index > 0 && choices[index - 1]?.kind !== choice.kind}
          onClick={() => take(choice, index)}
        />
      ))}
    </div>
  );
}

function useScopeChoices(scope: ScopeProps['scope'], typed: string) {
  const documents = useLibrary((state) => state.documents);
  const leaving = useLibrary((state) => state.leaving);
  const { data: collections, error } = useAnswer('collections.list', {});
  const found = useMemo(
    () => scopeChoices(collections ?? [], documents?.filter((one) => !leaving.has(one.documentId)) ?? [], scope, typed),
    [collections, documents, leaving, scope, typed],
  );
  return { ...found, error };
}

const choiceIcons = { everything: Globe, collection: FolderOpen, tag: Tag, document: FileText };

type ChoiceProps = Readonly<{ choice: ScopeChoice; at: number; isActive: boolean; startsGroup: boolean }>;

function Choice({
  choice,
  at,
  isActive,
  startsGroup,
  ...place
}: ChoiceProps & Pick<ComponentProps<'div'>, 'id' | 'onClick'>) {
  const { kind, name, chosen, file, documents } = choice;
  const Icon = choiceIcons[kind];
  return (
    <div
      {...place}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      data-at={at}
      data-testid="scope-choice"
      data-kind={kind}
      data-active={isActive}
      className={`flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-14 hover:bg-raised ${
        isActive ? 'bg-raised' : ''
      } ${startsGroup ? 'mt-1 border-t border-hairline' : ''}`}
    >
      <span className="flex size-4 shrink-0 items-center">
        {chosen ? <Check size={14} className="text-accent" /> : null}
      </span>
      <Icon size={14} className="shrink-0 text-muted" />
      {kind === 'everything' ? null : <span className="sr-only">{t(`chat.scopeKinds.${kind}`)}: </span>}
      <span className="min-w-0 flex-1 truncate">{kind === 'everything' ? t('chat.everywhere') : name}</span>
      {file ? (
        <span title={file} className="max-w-1/2 shrink-0 truncate text-12 text-muted">
          {file}
        </span>
      ) : null}
      {documents === undefined ? null : (
        <span className="tabular shrink-0 text-12 text-muted">{t('quantity.documents', { count: documents })}</span>
      )}
    </div>
  );
}

type FilterPartProps = Readonly<{ filters: SearchFilters; change(members: SearchFilters): void }>;

function FilterFields({ scope, setScope }: ScopeProps) {
  const { filters } = scope;
  const documents = useLibrary((state) => state.documents) ?? [];
  const change = (members: SearchFilters) => setScope({ ...scope, filters: withFilters(filters, members) });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2 px-3 pt-1 pb-3">
      <OneOf
        label={t('filters.type')}
        testId="filter-type"
        value={filters.mimes?.[0]}
        options={documents.map(({ mime }) => mime)}
        nameOf={typeName}
        choose={(mime) => change({ mimes: mime === undefined ? undefined : [mime] })}
      />
      <OneOf
        label={t('library.columns.language')}
        value={filters.languages?.[0]}
        options={documents.map(({ language }) => language).filter((code) => code !== 'und')}
        nameOf={languageName}
        choose={(code) => change({ languages: code === undefined ? undefined : [code] })}
      />
      {(['code', 'equations'] as const).map((what) => {
        const member = what === 'code' ? 'hasCode' : 'hasEquations';
        const now = filters[member] ? 'with' : 'without';
        return (
          <OneOf
            key={what}
            label={t(`filters.${what}`)}
            testId={`filter-${what}`}
            value={filters[member] === undefined ? undefined : now}
            options={['with', 'without']}
            nameOf={(option) => t(option === 'with' ? 'filters.with' : 'filters.without')}
            choose={(option) => change({ [member]: option && option === 'with' })}
          />
        );
      })}
      <ChapterField filters={filters} change={change} />
      <RangeFields filters={filters} change={change} />
    </div>
  );
}

interface OneOfProps {
  readonly label: string;
  readonly testId?: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  nameOf(option: string): string;
  choose(option: string | undefined): void;
}

const OneOf = ({ label, testId, value = '', options, nameOf, choose }: OneOfProps) => (
  <Field label={label}>
    <Select
      value={value}
      options={['', ...distinct(options)]}
      data-testid={testId}
      aria-label={label}
      nameOf={(option) => (option === '' ? t('filters.any') : nameOf(option))}
      choose={(option) => choose(option || undefined)}
      className="w-full"
    />
  </Field>
);

function ChapterField({ filters, change }: FilterPartProps) {
  const { data: headings } = useAnswer('library.headings', {});
  const id = useId();
  const chapters = distinct((headings ?? []).filter(({ level }) => level === 1).map(({ text }) => text));
  return (
    <Field label={t('filters.chapter')} wide>
      <input
        dir="auto"
        aria-label={t('filters.chapter')}
        list={`${id}-chapters`}
        value={filters.chapters?.[0] ?? ''}
        onChange={({ target }) => change({ chapters: target.value === '' ? undefined : [target.value] })}
        className={fieldLook}
      />
      <datalist id={`${id}-chapters`}>
        {chapters.map((chapter) => (
          <option key={chapter} value={chapter} />
        ))}
      </datalist>
    </Field>
  );
}

const RangeFields = ({ filters, change }: FilterPartProps) =>
  ranges.map(({ what, from, to }) => (
    <Field key={what} label={t(`filters.${what}`)} wide>
      <span className="flex items-center gap-2">
        {([from, to] as const).map((end, at) => (
          <input
            key={end}
            type={what === 'pages' ? 'number' : 'date'}
            min={what === 'pages' ? 1 : undefined}
            data-testid={`filter-${end}`}
            aria-label={t(at === 0 ? 'filters.from' : 'filters.until', { what: t(`filters.${what}`) })}
            value={filters[end] ?? ''}
            onChange={({ target: { value, valueAsNumber } }) => {
              const limit = what === 'pages' ? Math.max(1, Math.trunc(valueAsNumber)) : value;
              change({ [end]: value === '' ? undefined : limit });
            }}
            className={`${fieldLook} ${what === 'pages' ? '' : 'px-1 text-12'}`}
          />
        ))}
      </span>
    </Field>
  ));

const fieldLook = 'h-8 w-full min-w-0 rounded-md border border-edge bg-case px-2 text-ink';

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

/** The name above a field; the field itself says it to a screen reader. */
const Field = ({ label, wide = false, children }: Readonly<{ label: string; wide?: boolean; children: ReactNode }>) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
    <p aria-hidden className="mb-0.5 text-12 text-muted">
      {label}
    </p>
    {children}
  </div>
);
