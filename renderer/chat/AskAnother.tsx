import type { Answer } from '@shared/contract/index';
import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId } from 'react';
import { menuLook } from '../components/menu-look';
import { useAnswerPending, useChat } from '../state/chat';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';
import { Note, ServerNote } from './ServerNote';
import { modelName, useChatModels } from './use-chat-models';

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
    <DropdownMenu.Root modal={false} onOpenChange={(open) => (open ? void ask() : undefined)}>
      <DropdownMenu.Trigger
        data-testid="ask-another"
        aria-label={t('chat.askAnother')}
        title={t('chat.askAnother')}
        className="-ml-1 inline-flex h-8 w-5 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised"
      >
        <ChevronDown size={14} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          aria-describedby={notes}
          className={menuLook.content}
        >
          <DropdownMenu.Label className="px-2 py-1 text-12 text-muted">{t('chat.askAnother')}</DropdownMenu.Label>
          {answer.quoted ? null : (
            <DropdownMenu.Item
              data-testid="another-model"
              data-model=""
              disabled={waits}
              className={menuLook.item}
              onSelect={() => void askAnother(answer, null)}
            >
              {t('chat.noModel')}
            </DropdownMenu.Item>
          )}
          {others.map(({ id, provider }) => (
            <DropdownMenu.Item
              key={id}
              data-testid="another-model"
              data-model={id}
              disabled={waits}
              className={menuLook.item}
              onSelect={() => void askAnother(answer, id)}
            >
              <span className="min-w-0 flex-1 break-words">{modelName(id)}</span>
              <span className="max-w-40 shrink-0 text-right text-12 text-muted">{t(`chat.servers.${provider}`)}</span>
            </DropdownMenu.Item>
          ))}
          <span id={notes} className="block">
            {report?.servers.map((server) => (
              <ServerNote key={server.provider} server={server} />
            ))}
            {error ? <Note>{errorLine(error)}</Note> : null}
          </span>
          {asking || nobody ? (
            <DropdownMenu.Item disabled className={menuLook.item}>
              {asking ? t('settings.checkingServers') : t('chat.noOther')}
            </DropdownMenu.Item>
          ) : null}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
