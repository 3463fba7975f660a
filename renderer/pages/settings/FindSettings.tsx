import { t } from '@shared/words/index';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { findSettings, litParts, type SettingPlace, settingPlaces } from '../../state/finding/setting-places';
import { furtherSections, sections, useSettings } from '../../state/settings';
import { useShell } from '../../state/shell';
import { FindField } from '../../ui/fields';
import { pressed } from '../../ui/key-text';
import { LitText } from '../../ui/LitText';
import { stepOf } from '../../ui/use-virtual-grid';

const field = '[data-testid="find-settings"]';
const focusField = (): void => document.querySelector<HTMLElement>(field)?.focus();

export function FindSettings() {
  const { query } = useSettings();
  const say = (words: string): void => useSettings.setState({ query: words });
  return (
    <FindField
      name={t('settings.find')}
      data-find
      data-testid="find-settings"
      value={query}
      write={say}
      onKeyDown={(event) => {
        const hits = document.querySelectorAll<HTMLElement>('[data-testid="found-setting"]');
        if (event.nativeEvent.isComposing || query === '') return;
        if (event.key === 'Escape') say('');
        else if (pressed('list-next', event)) hits[0]?.focus();
        else if (pressed('list-open', event)) hits[0]?.click();
        else return;
        event.preventDefault();
      }}
    />
  );
}

export function FoundSettings({ query }: { readonly query: string }) {
  const all = useMemo(settingPlaces, []);
  const list = useRef<HTMLDivElement>(null);
  const found = findSettings(query, all);
  const bySection = sections.map((section) => [section, found.filter((place) => place.section === section)] as const);
  const inOrder = bySection.flatMap(([, places]) => places);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const hits = [...(list.current?.querySelectorAll<HTMLElement>('[data-testid="found-setting"]') ?? [])];
    const at = hits.indexOf(event.currentTarget);
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : stepOf(event.key, at, hits.length, 8);
    if (event.key === 'Escape') useSettings.setState({ query: '' });
    if (event.key === 'Escape' || (at === 0 && pressed('list-previous', event))) focusField();
    else if (next !== null) hits[next]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={list} data-testid="found-settings">
      <p role="status" className="tabular py-4 text-12 text-muted">
        {found.length === 0 ? t('settings.noneFound') : t('settings.found', { count: found.length })}
      </p>
      {bySection.map(([section, places]) =>
        places.length === 0 ? null : (
          <section key={section} aria-label={t(`settings.sectionTitle.${section}`)} className="pb-4">
            <h3 className="text-12 font-semibold text-muted">{t(`settings.sectionTitle.${section}`)}</h3>
            <ul>
              {places.map((place) => (
                <li key={place.id} className="border-b border-hairline last:border-b-0">
                  <Found place={place} query={query} tabStop={place === inOrder[0]} onKeyDown={onKeyDown} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}

interface FoundProps {
  readonly place: SettingPlace;
  readonly query: string;
  readonly tabStop: boolean;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

function Found({ place, query, tabStop, onKeyDown }: FoundProps) {
  const { id, section, anchor, title, help } = place;
  return (
    <button
      type="button"
      data-testid="found-setting"
      data-setting-id={id}
      tabIndex={tabStop ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={() => {
        useSettings.getState().open(section, anchor);
        useShell.getState().setListOpen(false);
      }}
      className="-mx-2 block w-[calc(100%+1rem)] rounded-md px-2 py-2 text-start hover:bg-raised"
    >
      <span className="block font-medium">
        <LitText parts={litParts(title, query)} />
      </span>
      <span className="block text-12 text-muted">
        <LitText parts={litParts(help, query)} />
      </span>
    </button>
  );
}

/** Moves the focus to the setting from the search, once it is drawn, and highlights it until the focus moves on. */
export function useSought(section: RefObject<HTMLElement | null>): void {
  const sought = useSettings((state) => state.sought);
  useEffect(() => {
    const within = section.current;
    if (sought === null || !within) return;
    const look = () => {
      const row = rowOf(within, sought);
      if (!row) return;
      watch.disconnect();
      useSettings.setState({ sought: null });
      const folded = row.closest('details');
      if (folded) folded.open = true;
      row.dataset.sought = '';
      row.addEventListener('focusout', () => delete row.dataset.sought, { once: true });
      const first = row.querySelector<HTMLElement>('input:checked, input, select, textarea, button');
      const target = first ?? row;
      if (!first) row.tabIndex = -1;
      target.focus({ preventScroll: true });
      row.scrollIntoView({ block: row.clientHeight < within.clientHeight ? 'center' : 'start' });
    };
    const watch = new MutationObserver(look);
    watch.observe(within, { childList: true, subtree: true });
    look();
    return () => watch.disconnect();
  }, [sought, section]);
}

function rowOf(within: HTMLElement, sought: string): HTMLElement | null {
  const heads = sought.startsWith('limit-')
    ? within.querySelectorAll(`[data-testid="${sought}"], [data-testid^="${sought}-"]`)
    : within.querySelectorAll('h3, legend, label, span');
  const head = [...heads].find((one) => sought.startsWith('limit-') || one.textContent.trim() === sought);
  return head?.closest<HTMLElement>('[data-setting]') ?? null;
}

export function useListedSections() {
  const { section, report } = useSettings();
  const all = report?.fields['appearance.allSettings'].value === true;
  return sections.filter((id) => all || id === section || !furtherSections.includes(id));
}
