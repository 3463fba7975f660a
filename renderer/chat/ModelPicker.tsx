import { Check, ChevronDown, RefreshCw } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId } from 'react';
import { menuLook } from '../components/menu-look';
import { changeSetting, useSettings } from '../state/settings';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';
import { Note, ServerNote } from './ServerNote';
import { modelName, useChatModels } from './use-chat-models';

/** Says who writes the next answer, and lets another be chosen: first of all nobody, since quoting always works. */
export function ModelPicker() {
  const setting = useSettings((state) => state.report?.fields.chatModel);
  const { report, error, asking, ask } = useChatModels();
  const notes = useId();
  if (!setting) return null;
  const { value: chosen, variable } = setting;
  const models = report?.servers.flatMap((server) => server.models) ?? [];
  const missing = chosen !== null && !models.some(({ id }) => id === chosen);
  const name = chosen === null ? t('chat.noModelShort') : modelName(chosen);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(open) => (open ? void ask() : undefined)}>
      <DropdownMenu.Trigger
        data-testid="model-picker"
        aria-label={t('chat.modelNow', { model: name })}
        title={t('chat.model')}
        className={menuLook.trigger}
      >
        <span className="truncate">{name}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-describedby={notes}
          className={menuLook.content}
        >
          <DropdownMenu.RadioGroup
            aria-label={t('chat.model')}
            value={chosen ?? ''}
            onValueChange={(id) => void changeSetting({ chatModel: id === '' ? null : id })}
          >
            <Choice value="" name={t('chat.noModel')} />
            {missing ? (
              <Choice value={chosen} name={modelName(chosen)} note={report ? t('settings.missingModel') : ''} />
            ) : null}
            {models.map(({ id, name: model, provider }) => (
              <Choice key={id} value={id} name={model} note={t(`chat.servers.${provider}`)} />
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={menuLook.separator} />
          <span id={notes} className="block">
            {report?.servers.map((server) => (
              <ServerNote key={server.provider} server={server} />
            ))}
            {variable ? <Note>{t('settings.decidedBy', { variable })}</Note> : null}
            {error ? <Note>{errorLine(error)}</Note> : null}
          </span>
          <DropdownMenu.Item
            data-testid="ask-servers"
            className={menuLook.item}
            aria-describedby={notes}
            onSelect={(event) => {
              event.preventDefault();
              if (!asking) void ask();
            }}
          >
            <RefreshCw size={14} aria-hidden className="shrink-0 text-muted" />
            {asking ? t('settings.checkingServers') : t('chat.lookForModels')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
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
      {note === '' ? null : <span className="max-w-40 shrink-0 text-right text-12 text-muted">{note}</span>}
    </DropdownMenu.RadioItem>
  );
}
