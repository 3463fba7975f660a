import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../components/Button';
import { t } from '../strings/index';
import { fieldsOf, type QuestionField, withField } from './question-fields';

/** Fields that are there without being asked for. */
const offered = 5;

interface QuestionFieldsProps {
  readonly text: string;
  change(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** A question in its fields: the same text, each part under its name. */
export function QuestionFields({ text, change, onKeyDown }: QuestionFieldsProps) {
  const [all, setAll] = useState(false);
  const fields = fieldsOf(text);
  const first = new Set(
    fields
      .map(({ key }) => key)
      .filter((key, index, keys) => keys.indexOf(key) === index)
      .slice(0, offered),
  );
  const shown = fields.filter(({ key, part }) => all || part !== null || first.has(key));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields in it, which all have the same meaning
    <div data-testid="question-fields" onKeyDown={onKeyDown} className="max-h-[50vh] min-w-0 flex-1 overflow-y-auto">
      {shown.map((field, index) => (
        <Field
          key={`${field.key} ${shown.slice(0, index).filter(({ key }) => key === field.key).length}`}
          field={field}
          begin={index === 0}
          change={(value) => change(withField(text, field, value))}
        />
      ))}
      {shown.length < fields.length ? (
        <Button
          look="ghost"
          data-testid="more-fields"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => setAll(true)}
          className="-ml-3 text-12"
        >
          {t('chat.moreFields')}
        </Button>
      ) : null}
    </div>
  );
}

interface FieldProps {
  readonly field: QuestionField;
  /** Whether the caret goes here when the form opens. */
  readonly begin: boolean;
  change(value: string): void;
}

function Field({ field, begin, change }: FieldProps) {
  const id = useId();
  return (
    <div className="group flex flex-col border-b border-hairline py-1 last-of-type:border-b-0 @lg:flex-row @lg:gap-3">
      <label
        htmlFor={id}
        className="w-32 shrink-0 pt-1.5 font-mono text-12 text-muted transition-colors duration-120 group-focus-within:text-accent"
      >
        {field.key.replaceAll('_', ' ').toUpperCase()}
      </label>
      <textarea
        id={id}
        data-testid={`field-${field.key}`}
        data-composer={begin ? '' : undefined}
        rows={1}
        value={field.value}
        placeholder={t(`chat.fields.${field.key}`)}
        onChange={(event) => change(event.target.value)}
        className="field-sizing-content max-h-40 min-h-8 w-full min-w-0 resize-none bg-transparent py-1 text-14 focus-visible:outline-none"
      />
    </div>
  );
}
