import type { Answer } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { Check, ChevronDown, RefreshCw, TriangleAlert } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useAnswerPending, useChat } from '../../state/chat/chat';
import { changeSetting, useSettings } from '../../state/settings';
import { menuLook } from '../../ui/ContextMenu';
import { serverSubject, serverTitle } from '../../ui/names';

/** `provider:model` without its provider; a model's own name may hold colons. */
export const modelName = (id: string): string => id.slice(id.indexOf(':') + 1);

/** The models there are. Servers are asked only when somebody wants to choose, since asking is a connection. */
function useChatModels() {
  const [times, setTimes] = useState(0);
  const { data: report, error, asking } = useAnswer('models.chat', times === 0 ? null : {}, String(times));
  return { report, error, asking, ask: () => setTimes(times + 1) };
}

const besideName = 'max-w-40 shrink-0 text-right text-12 text-muted';

interface NotesProps extends Pick<ReturnType<typeof useChatModels>, 'report' | 'error'> {
  readonly id: string;
  readonly also?: string;
}

/** How servers are that are not well, since those that are speak through their models, and what went wrong. */
function Notes({ id, report, error, also = '' }: NotesProps) {
  return (
    <span id={id} className="block">
      {report?.servers.map(({ provider, state, address }) =>
        state === 'ok' ? null : (
          <span key={provider} className="block" data-testid={`picker-server-${provider}`} data-state={state}>
            <Note>{t(`chat.serverAt.${state}`, { server: serverSubject(provider), address })}</Note>
          </span>
        ),
      )}
      {also === '' ? null : <Note>{also}</Note>}
      {error ? <Note>{errorLine(error)}</Note> : null}
    </span>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <span className="content flex gap-2 px-2 py-1 text-12 text-soft">
      <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-caution" />
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}

/** Asks one question again of another model, in a branch: so two answers can be held against each other. */
export function AskAnother({ answer }: { readonly answer: Answer }) {
  const { report, error, asking, ask } = useChatModels();
  const askAnother = useChat((state) => state.askAnother);
  const waits = useAnswerPending();
  const notes = useId();
  const others = (report?.servers ?? [])
    .flatMap(({ models }) => models)
    .filter(({ id, name }) => answer.quoted || (id !== answer.model && name !== answer.model));
  const nobody = others.length === 0 && answer.quoted;
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && ask()}>
      <DropdownMenu.Trigger
        data-testid="ask-another"
        aria-label={t('chat.askAnother')}
        title={t('chat.askAnother')}
        className="-ml-1 inline-flex h-8 w-5 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised"
      >
        <ChevronDown size={14} aria-hidden />
      </DropdownMenu.Trigger>
      <ModelMenu align="end" aria-describedby={notes}>
        <DropdownMenu.Label className="px-2 py-1 text-12 text-muted">{t('chat.askAnother')}</DropdownMenu.Label>
        {[...(answer.quoted ? [] : [null]), ...others].map((model) => (
          <DropdownMenu.Item
            key={model?.id ?? ''}
            data-testid="another-model"
            data-model={model?.id ?? ''}
            disabled={waits}
            className={menuLook.item}
            onSelect={() => void askAnother(answer, model?.id ?? null)}
          >
            <span className="min-w-0 flex-1 break-words">{model ? modelName(model.id) : t('chat.noModel')}</span>
            {model ? <span className={besideName}>{serverTitle(model.provider)}</span> : null}
          </DropdownMenu.Item>
        ))}
        <Notes id={notes} report={report} error={error} />
        {asking || nobody ? (
          <DropdownMenu.Item disabled className={menuLook.item}>
            {asking ? t('settings.checkingServers') : t('chat.noOther')}
          </DropdownMenu.Item>
        ) : null}
      </ModelMenu>
    </DropdownMenu.Root>
  );
}

const ModelMenu = (props: DropdownMenu.DropdownMenuContentProps) => (
  <DropdownMenu.Portal>
    <DropdownMenu.Content sideOffset={4} collisionPadding={12} className={menuLook.content} {...props} />
  </DropdownMenu.Portal>
);

interface ModelPickerProps {
  /** Told beside the setting of what was chosen; null for quoted answers. */
  chose?(model: string | null): void;
}

/** Says who writes the next answer, and lets another be chosen: first of all nobody, since quoting always works. */
export function ModelPicker({ chose }: ModelPickerProps) {
  const setting = useSettings((state) => state.report?.fields.chatModel);
  const { report, error, asking, ask } = useChatModels();
  const notes = useId();
  if (!setting) return null;
  const { value: chosen, variable } = setting;
  const models = report?.servers.flatMap((server) => server.models) ?? [];
  const missing = chosen !== null && !models.some(({ id }) => id === chosen);
  const name = chosen === null ? t('chat.noModelShort') : modelName(chosen);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => open && ask()}>
      <DropdownMenu.Trigger
        data-testid="model-picker"
        aria-label={t('chat.modelNow', { model: name })}
        title={t('chat.model')}
        className={menuLook.trigger}
      >
        <span className="truncate">{name}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </DropdownMenu.Trigger>
      <ModelMenu side="top" align="start" aria-describedby={notes}>
        <DropdownMenu.RadioGroup
          aria-label={t('chat.model')}
          value={chosen ?? ''}
          onValueChange={(id) => {
            const chatModel = id === '' ? null : id;
            void changeSetting({ chatModel });
            chose?.(chatModel);
          }}
        >
          <Choice value="" name={t('chat.noModel')} />
          {missing ? (
            <Choice value={chosen} name={modelName(chosen)} note={report ? t('settings.missingModel') : ''} />
          ) : null}
          {models.map(({ id, name: model, provider }) => (
            <Choice key={id} value={id} name={model} note={serverTitle(provider)} />
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator className={menuLook.separator} />
        <Notes id={notes} report={report} error={error} also={variable ? t('settings.decidedBy', { variable }) : ''} />
        <DropdownMenu.Item
          data-testid="ask-servers"
          className={menuLook.item}
          aria-describedby={notes}
          onSelect={(event) => {
            event.preventDefault();
            if (!asking) ask();
          }}
        >
          <RefreshCw size={14} aria-hidden className="shrink-0 text-muted" />
          {asking ? t('settings.checkingServers') : t('chat.lookForModels')}
        </DropdownMenu.Item>
      </ModelMenu>
    </DropdownMenu.Root>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly name: string;
  readonly note?: string;
}

function Choice({ value, name, note = '' }: ChoiceProps) {
  return (
    <DropdownMenu.RadioItem value={value} data-testid="model-choice" data-model={value} className={menuLook.item}>
      <span className="flex size-4 shrink-0 items-center">
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden className="text-accent" />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1 break-words">{name}</span>
      {note === '' ? null : <span className={besideName}>{note}</span>}
    </DropdownMenu.RadioItem>
  );
}
