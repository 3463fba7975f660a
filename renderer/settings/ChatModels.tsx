import type { ChatModelInfo, ChatModelsReport } from '@shared/contract/index';
import { useId } from 'react';
import { formatBytes } from '../components/quantities';
import { changeSetting, useSettings } from '../state/settings';
import { t } from '../strings/index';

interface Row {
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
}

/** Every chat model of every server, and answers without one. */
export function ChatModels({ report }: { readonly report: ChatModelsReport | null }) {
  const name = useId();
  const setting = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const models = report?.servers.flatMap((server) => server.models) ?? [];
  const chosen = report ? report.chosen : setting;
  const missing = chosen !== null && report !== null && !models.some(({ id }) => id === chosen);
  const rows: readonly Row[] = [
    { id: null, name: t('settings.noModel'), note: t('settings.noModelNote') },
    ...(missing ? [{ id: chosen, name: chosen, note: t('settings.missingModel') }] : []),
    ...models.map((model) => ({ id: model.id, name: model.name, note: noteOf(model) })),
  ];
  return (
    <fieldset className="max-h-80 overflow-y-auto rounded-md border border-hairline">
      <legend className="sr-only">{t('settings.chatModel')}</legend>
      {rows.map((row) => (
        <label
          key={row.id ?? ''}
          data-testid="chat-model"
          data-model={row.id ?? ''}
          className="flex items-center gap-3 border-b border-hairline px-4 py-2 last:border-b-0 hover:bg-raised has-checked:bg-accent-wash"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 accent-accent"
            checked={row.id === chosen}
            onChange={() => void changeSetting({ chatModel: row.id })}
          />
          <span className="min-w-0 flex-1">
            <span className="block break-words font-medium">{row.name}</span>
            <span className="tabular block text-12 text-soft">{row.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function noteOf({ provider, bytes, contextTokens, loaded }: ChatModelInfo): string {
  return [
    t(`settings.${provider}`),
    bytes === null ? '' : formatBytes(bytes),
    contextTokens === null ? '' : t('settings.contextTokens', { count: contextTokens }),
    loaded ? t('settings.loaded') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
