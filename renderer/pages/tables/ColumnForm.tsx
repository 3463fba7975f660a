import { type ColumnType, columnTypes, type TableColumn } from '@shared/contract/review-tables';
import { formOf } from '@shared/value-types';
import { t } from '@shared/words/index';
import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { useAnswer, useSettled } from '../../bridge/use-answer';
import { type ColumnChange, useTables } from '../../state/tables';
import { CheckRow, FieldHelp, Form, FormDialog, FormEnd, Select, TextArea, TextField } from '../../ui/fields';

const proposedAfterMs = 200;

type ColumnFormProps = Readonly<{ column: TableColumn | null; done(columnId: string | null): void }>;

export function ColumnForm({ column, done }: ColumnFormProps) {
  const [question, setQuestion] = useState(column?.question ?? '');
  const [title, setTitle] = useState(column?.title ?? '');
  const [chosen, setChosen] = useState<ColumnType | null>(column?.type ?? null);
  const [chosenMany, setChosenMany] = useState<boolean | null>(column?.many ?? null);
  const [lines, setLines] = useState(column?.choices.join('\n') ?? '');
  const [busy, setBusy] = useState(false);
  const settled = useSettled(column ? '' : question.trim(), proposedAfterMs);
  const { data: proposal } = useAnswer('table.propose', settled === '' ? null : { question: settled });

  const type = chosen ?? proposal?.type ?? 'text';
  const many = chosenMany ?? proposal?.many ?? false;
  const choices = [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean);
  const proposedHint = proposal && chosen === null ? t('tables.proposed') : '';
  const takesChoices = formOf(type).takesChoices === true;
  const lacksChoices = takesChoices && choices.length === 0;
  const ready = question.trim() !== '' && !lacksChoices && !busy;

  async function submit(): Promise<void> {
    if (!ready) return;
    setBusy(true);
    const kind = { type, many, chosen, chosenMany, choices: takesChoices ? choices : null };
    const saved = await saveColumn(column, { ...kind, question: question.trim(), title: title.trim() });
    if (saved === null) setBusy(false);
    else done(saved);
  }

  return (
    <Form submit={() => void submit()} className="flex flex-col gap-3">
      <TextField
        name={t('chat.question')}
        data-testid="column-question"
        autoFocus
        value={question}
        maxLength={1000}
        placeholder={t('tables.questions.contract.effective.question')}
        write={setQuestion}
      />
      {column ? (
        <TextField name={t('library.columns.title')} data-testid="column-title" value={title} write={setTitle} />
      ) : null}
      <AnswerKind
        type={type}
        many={many}
        hint={column ? t('tables.changeHint') : proposedHint}
        choose={setChosen}
        chooseMany={setChosenMany}
      />
      {takesChoices ? <ChoicesField lines={lines} lacks={lacksChoices} write={setLines} /> : null}
      <FormEnd
        save={t(column ? 'app.save' : 'tables.add')}
        saveTestId="column-save"
        disabled={!ready}
        close={() => done(null)}
      />
    </Form>
  );
}

function ChoicesField({
  lines,
  lacks,
  write,
}: Readonly<{ lines: string; lacks: boolean; write(lines: string): void }>) {
  const note = lacks ? <span className="block text-12 text-muted">{t('tables.choicesFirst')}</span> : null;
  return (
    <TextArea
      name={t('tables.choices')}
      data-testid="column-choices"
      value={lines}
      rows={4}
      note={note}
      write={write}
    />
  );
}

interface ColumnDraft extends Pick<TableColumn, 'question' | 'title' | 'type' | 'many'> {
  readonly chosen: ColumnType | null;
  readonly chosenMany: boolean | null;
  readonly choices: readonly string[] | null;
}

async function saveColumn(column: TableColumn | null, draft: ColumnDraft): Promise<string | null> {
  const { addColumn, changeColumn } = useTables.getState();
  const { question, title, type, many, chosen, chosenMany, choices } = draft;
  const listed = choices ? { type, choices: [...choices] } : {};
  if (column) {
    const change: ColumnChange = { question, type, many, ...(title === '' ? {} : { title }), ...listed };
    return (await changeColumn(column.columnId, change)) ? column.columnId : null;
  }
  return addColumn({
    question,
    ...(chosen === null ? {} : { type: chosen }),
    ...(chosenMany === null ? {} : { many: chosenMany }),
    ...listed,
  });
}

interface AnswerKindProps {
  readonly type: ColumnType;
  readonly many: boolean;
  readonly hint: string;
  choose(type: ColumnType): void;
  chooseMany(many: boolean): void;
}

function AnswerKind({ type, many, hint, choose, chooseMany }: AnswerKindProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-14 font-medium">
        {t('stages.answer.name')}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select<ColumnType>
          id={id}
          data-testid="column-type"
          value={type}
          options={columnTypes}
          nameOf={(one) => t(`tables.types.${one}`)}
          choose={choose}
          aria-describedby={`${id}-help`}
        />
        <CheckRow title={t('tables.many')} checked={many} turn={chooseMany} />
      </div>
      <FieldHelp id={`${id}-help`}>{hint}</FieldHelp>
    </div>
  );
}

export const ColumnDialog = ({ column, done }: { readonly column: TableColumn | null; done(): void }) => (
  <FormDialog testId="column-dialog" open={column !== null} close={done}>
    <Dialog.Title className="mb-4 text-16 font-semibold">{t('tables.changeColumn')}</Dialog.Title>
    {column ? <ColumnForm key={column.columnId} column={column} done={done} /> : null}
  </FormDialog>
);
