import { t } from '@shared/words/index';
import { SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type InputHTMLAttributes, useId, useState } from 'react';
import { useAnswerSettings } from '../../state/chat/question-draft';
import { Button } from '../../ui/Button';
import { menuLook } from '../../ui/ContextMenu';
import { FieldHelp } from '../../ui/fields';
import { formatDecimals } from '../../ui/quantities';

/** As many as a request takes, each on a line of its own. */
const mostStops = 4;

/** How the model is asked from here on: temperature, length, where it stops. Says so where anything is set. */
export function AnswerSettingsPicker() {
  const { settings, change } = useAnswerSettings();
  const { temperature, maxTokens, stop } = settings;
  const set = [
    ...(temperature === undefined ? [] : [`${t('chat.asked.temperature')} ${formatDecimals(temperature, 2)}`]),
    ...(maxTokens === undefined ? [] : [t('chat.asked.upTo', { tokens: maxTokens })]),
    ...(stop === undefined ? [] : [t('chat.asked.stopsAt', { texts: [...stop] })]),
  ].join(' · ');
  return (
    <Popover.Root>
      <Popover.Trigger
        data-testid="answer-settings"
        data-set={set !== ''}
        aria-label={[t('chat.asked.title'), set].filter(Boolean).join(': ')}
        title={t('chat.asked.title')}
        className={`${menuLook.trigger} data-[set=true]:text-accent`}
      >
        <SlidersHorizontal size={14} aria-hidden className="shrink-0" />
        {set === '' ? null : <span className="truncate">{set}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={t('chat.asked.title')}
          className="z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-24px)] space-y-3 overflow-y-auto rounded-md border border-hairline bg-case p-4 text-14 shadow-float"
        >
          <p className="text-12 text-muted">{t('chat.asked.help')}</p>
          <NumberField
            name="temperature"
            value={temperature}
            max={2}
            step={0.1}
            put={(value) => change({ ...settings, temperature: value })}
          />
          <NumberField
            name="maxTokens"
            value={maxTokens}
            min={1}
            max={100_000}
            step={1}
            put={(value) => change({ ...settings, maxTokens: value })}
          />
          <StopTexts stop={stop ?? []} put={(texts) => change({ ...settings, stop: texts })} />
          <Button look="ghost" data-testid="answer-settings-reset" disabled={set === ''} onClick={() => change({})}>
            {t('chat.asked.reset')}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface NumberFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'step'> {
  readonly name: 'temperature' | 'maxTokens';
  readonly value: number | undefined;
  readonly min?: number;
  readonly max: number;
  put(value: number | undefined): void;
}

/** A number within its bounds; empty for the limit's value. An invalid number is not taken, and the field says so. */
function NumberField({ name, value, min = 0, max, step, put }: NumberFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="min-w-0 flex-1 font-medium">
        {t(`chat.asked.${name}`)}
      </label>
      <input
        id={id}
        data-testid={`answer-${name}`}
        type="number"
        min={min}
        max={max}
        step={step}
        defaultValue={value}
        key={value === undefined ? 'unset' : 'set'}
        placeholder={t('chat.asked.asLimits')}
        aria-invalid={refused || undefined}
        onChange={({ target: { value: typed, valueAsNumber: number, validity } }) => {
          const isFit = number >= min && number <= max && (name === 'temperature' || Number.isInteger(number));
          const isEmpty = typed === '' && !validity.badInput;
          setRefused(!isEmpty && !isFit);
          if (isFit !== isEmpty) put(isFit ? number : undefined);
        }}
        className="h-8 w-28 rounded-md border border-edge bg-ground px-2 aria-invalid:border-danger"
      />
    </div>
  );
}

function StopTexts({ stop, put }: { readonly stop: readonly string[]; put(texts: string[] | undefined): void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {t('chat.asked.stop')}
      </label>
      <FieldHelp id={`${id}-help`}>{t('chat.asked.stopHelp', { count: mostStops })}</FieldHelp>
      <textarea
        id={id}
        dir="auto"
        data-testid="answer-stop"
        rows={2}
        defaultValue={stop.join('\n')}
        key={stop.length === 0 ? 'unset' : 'set'}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => {
          const texts = target.value.split('\n').filter((line) => line !== '');
          put(texts.length === 0 ? undefined : texts.slice(0, mostStops));
        }}
        className="mt-1 w-full resize-none rounded-md border border-edge bg-ground px-2 py-1 font-mono text-12"
      />
    </div>
  );
}
