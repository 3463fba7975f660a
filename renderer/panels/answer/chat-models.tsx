import type { Answer, Results } from '@shared/contract/index';
import { lmStudio, type ServerId } from '@shared/providers';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { Check, ChevronDown, ChevronRight, PenLine, RefreshCw, TriangleAlert } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useAnswerPending, useChat } from '../../state/chat/chat';
import { changeSetting, serverSubject, serverTitle, useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { menuLook } from '../../ui/ContextMenu';
import { modelName } from '../../ui/names';

type ChatModels = Results['models.chat'];

/** The models. Servers elsewhere are asked only when a person opens the choice, because asking is a connection. */
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
      {report?.servers.map(({ server, state, address }) =>
        state === 'ok' ? null : (
          <span key={server} className="block" data-testid={`picker-server-${server}`} data-state={state}>
            <Note>{t(`chat.serverAt.${state}`, { server: serverSubject(server), address })}</Note>
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

/** In a menu: asks one question again of another model, in a branch, to compare two answers. */
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
    <DropdownMenu.Sub onOpenChange={(open) => open && ask()}>
      <DropdownMenu.SubTrigger data-testid="ask-another" className={menuLook.item}>
        <PenLine size={14} aria-hidden className="shrink-0 text-muted" />
        <span className="flex-1">{t('chat.askAnother')}</span>
        <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent
          sideOffset={4}
          collisionPadding={8}
          aria-describedby={notes}
          className={menuLook.content}
        >
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
              {model ? <span className={besideName}>{serverTitle(model.server)}</span> : null}
            </DropdownMenu.Item>
          ))}
          <Notes id={notes} report={report} error={error} />
          {asking || nobody ? (
            <DropdownMenu.Item disabled className={menuLook.item}>
              {asking ? t('settings.checkingServers') : t('chat.noOther')}
            </DropdownMenu.Item>
          ) : null}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

const ModelMenu = (props: DropdownMenu.DropdownMenuContentProps) => (
  <DropdownMenu.Portal>
    <DropdownMenu.Content sideOffset={4} collisionPadding={12} className={menuLook.content} {...props} />
  </DropdownMenu.Portal>
);

interface ModelPickerProps {
  /** The note beside the setting of the chosen model; null for quoted answers. */
  chose?(model: string | null): void;
}

/** Says who writes the next answer, and offers others: first no model, because quoting always works. */
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
          <ServerChoices servers={report?.servers ?? []} />
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

function ServerChoices({ servers }: Pick<ChatModels, 'servers'>) {
  return servers
    .filter((server) => server.models.length > 0)
    .map((server) => (
      <DropdownMenu.Group key={server.server}>
        <DropdownMenu.Label className="px-2 pt-2 pb-1 text-12 text-muted">
          {serverTitle(server.server)}
        </DropdownMenu.Label>
        {server.models.map(({ id, name: model }) => (
          <Choice key={id} value={id} name={model} />
        ))}
      </DropdownMenu.Group>
    ));
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

/** Models of one server: the others are in the list beside the question. */
const mostOffered = 4;
const cardKey = 'vitrine.model-card';

/** LM Studio is found without anybody having set it up: who takes a model of it wants it among the servers. */
function withServer(id: ServerId): Parameters<typeof changeSetting>[0] {
  const servers = useSettings.getState().report?.fields.servers.value ?? [];
  return id === lmStudio.id && servers.every((one) => one.id !== id) ? { servers: [...servers, lmStudio] } : {};
}

/** Says once what a language model would add, and offers those found on this computer. */
export function ModelCard() {
  const setting = useSettings((state) => state.report?.fields.chatModel);
  const [isOver, setOver] = useState(() => localStorage.getItem(cardKey) !== null);
  const shown = !isOver && setting?.value === null && setting.variable === null;
  const { data: report, asking, ask } = useAnswer('models.chat', shown ? { here: true } : null);
  const title = useId();
  if (!shown) return null;
  const found = report?.servers.filter(({ models }) => models.length > 0) ?? [];

  function end(values: Parameters<typeof changeSetting>[0] | null): void {
    localStorage.setItem(cardKey, 'over');
    setOver(true);
    if (values) void changeSetting(values);
    // The card goes, and would take the focus with it.
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }

  return (
    <section
      aria-labelledby={title}
      data-testid="model-card"
      className="mt-8 rounded-md border border-hairline bg-case p-4 text-14"
    >
      <h3 id={title} className="font-semibold">
        {t('chat.modelCard.title')}
      </h3>
      <p className="mt-1 text-soft">{t('chat.modelCard.text')}</p>
      <div aria-live="polite" className="mt-3">
        {report === null ? <p className="text-muted">{t('chat.modelCard.looking')}</p> : null}
        {report && found.length === 0 ? (
          <>
            <p>{t('chat.modelCard.none')}</p>
            <details className="mt-1">
              <summary className="w-fit cursor-default text-accent">{t('chat.modelCard.how')}</summary>
              <p className="mt-1 text-soft">{t('chat.modelCard.steps')}</p>
            </details>
          </>
        ) : null}
        {found.length > 0 ? <FoundModels servers={found} use={end} /> : null}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {report && found.length === 0 ? (
          <Button icon={RefreshCw} aria-disabled={asking} data-testid="look-again" onClick={() => void ask()}>
            {t('chat.lookForModels')}
          </Button>
        ) : null}
        <Button look="ghost" data-testid="skip-model" onClick={() => end(null)}>
          {t('chat.modelCard.skip')}
        </Button>
      </div>
    </section>
  );
}

interface FoundModelsProps {
  readonly servers: ChatModels['servers'];
  use(values: Parameters<typeof changeSetting>[0]): void;
}

function FoundModels({ servers, use }: FoundModelsProps) {
  return (
    <ul aria-label={t('chat.modelCard.found')} className="flex flex-wrap gap-2">
      {servers.flatMap(({ server, models }) =>
        models.slice(0, mostOffered).map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <Button
              look="primary"
              data-testid="use-found-model"
              className="max-w-full"
              onClick={() => use({ chatModel: id, ...withServer(server) })}
            >
              <span className="truncate">{t('chat.modelCard.use', { model: name, server: serverTitle(server) })}</span>
            </Button>
          </li>
        )),
      )}
    </ul>
  );
}
