import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../strings/index';
import { IconButton } from './Button';

const confirmMs = 1600;

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      label={copied ? t('app.copied') : label}
      onClick={() => void navigator.clipboard.writeText(text()).then(() => setCopied(true))}
    >
      {copied ? <Check size={16} aria-hidden className="text-accent" /> : <Copy size={16} aria-hidden />}
      <span className="sr-only" aria-live="polite">
        {copied ? t('app.copied') : ''}
      </span>
    </IconButton>
  );
}
