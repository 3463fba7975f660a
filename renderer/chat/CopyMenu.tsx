import type { Answer } from '@shared/contract/index';
import { Check, Copy } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useState } from 'react';
import { menuLook } from '../components/menu-look';
import { t } from '../strings/index';
import { copiedAnswer } from './copied-answer';

const confirmMs = 1600;

/** Copies an answer with its citations or without, and says so for a moment. */
export function CopyMenu({ answer }: { readonly answer: Answer }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [copied]);

  function copy(withCitations: boolean): void {
    void navigator.clipboard.writeText(copiedAnswer(answer, withCitations)).then(() => setCopied(true));
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        data-testid="copy-answer"
        aria-label={t('chat.copyAnswer')}
        title={t('chat.copyAnswer')}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised"
      >
        {copied ? <Check size={16} aria-hidden className="text-accent" /> : <Copy size={16} aria-hidden />}
        <span className="sr-only" aria-live="polite">
          {copied ? t('app.copied') : ''}
        </span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="z-50 rounded-md border border-hairline bg-case p-1 shadow-float"
        >
          <DropdownMenu.Item data-testid="copy-cited" className={menuLook.item} onSelect={() => copy(true)}>
            {t('chat.copyCited')}
          </DropdownMenu.Item>
          <DropdownMenu.Item data-testid="copy-plain" className={menuLook.item} onSelect={() => copy(false)}>
            {t('chat.copyPlain')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
