import { defaultCollection, longestSystemPrompt } from '@shared/collection-names';
import type { ErrorReport } from '@shared/errors';
import { t } from '@shared/words/index';
import { collectionName, storedCollectionName } from '@shared/words/said';
import { useState } from 'react';
import { useCollections } from '../../state/library/collections';
import { slice } from '../../state/slice';
import { DialogForm, FormDialog, TextField } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { formatCount } from '../../ui/quantities';

export function CollectionDialog() {
  const { edit, startEdit } = useCollections();
  return (
    <FormDialog testId="collection-dialog" open={edit !== null} close={() => startEdit(null)}>
      {edit ? <Fields key={edit.name ?? ''} before={edit.name} /> : null}
    </FormDialog>
  );
}

function Fields({ before }: { readonly before: string | null }) {
  const { collections, save, startEdit } = useCollections();
  const known = collections?.find((collection) => collection.name === before);
  const [name, setName] = useState(before === null ? '' : collectionName(before));
  const [systemPrompt, setSystemPrompt] = useState(known?.systemPrompt ?? '');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorReport | null>(null);
  const fixed = before === defaultCollection;

  async function submit(): Promise<void> {
    if (name.trim() === '' || busy) return;
    setBusy(true);
    const result = await save(before, storedCollectionName(name.trim(), before), systemPrompt);
    setBusy(false);
    setError(result.ok ? null : result.error);
  }

  return (
    <DialogForm
      title={before === null ? t('collection.new') : t('collection.edit', { name: collectionName(before) })}
      submit={() => void submit()}
      save={before === null ? t('collection.create') : t('app.save')}
      saveTestId="collection-save"
      disabled={busy || name.trim() === '' || systemPrompt.length > longestSystemPrompt}
      close={() => startEdit(null)}
    >
      <TextField
        name={t('app.itsName')}
        data-testid="collection-name"
        value={name}
        disabled={fixed}
        write={setName}
        note={fixed ? <span className="mt-1 block text-12 text-muted">{t('collection.fixed')}</span> : null}
        className="mt-4"
      />
      <label className="mt-4 block">
        <span className="flex items-baseline text-14 font-medium">
          {t('collection.systemPrompt')}
          <span className="tabular ml-auto text-12 font-normal text-muted">
            {formatCount(systemPrompt.length)} / {formatCount(longestSystemPrompt)}
          </span>
        </span>
        <textarea
          dir="auto"
          data-testid="collection-prompt"
          value={systemPrompt}
          maxLength={longestSystemPrompt}
          rows={5}
          placeholder={t('collection.promptExample')}
          onChange={(event) => setSystemPrompt(event.target.value)}
          className="mt-1 w-full resize-y rounded-md border border-edge bg-case px-3 py-2 text-14"
        />
        <span className="mt-1 block text-12 text-muted">{t('collection.promptHint')}</span>
      </label>
      <ErrorNote error={error} around="mt-4" />
    </DialogForm>
  );
}

interface Naming {
  readonly title: string;
  readonly hint: string;
  readonly value: string;
  readonly known?: readonly string[];
  save(name: string): void;
}

const useNaming = slice({ naming: null as Naming | null }, () => ({}));

export const askName = (naming: Naming): void => useNaming.setState({ naming });

export function NameDialog() {
  const naming = useNaming((state) => state.naming);
  const close = () => useNaming.setState({ naming: null });
  return (
    <FormDialog testId="name-dialog" open={naming !== null} close={close}>
      {naming ? <NameField naming={naming} close={close} /> : null}
    </FormDialog>
  );
}

function NameField({ naming, close }: { readonly naming: Naming; close(): void }) {
  const [value, setValue] = useState(naming.value);
  const submit = () => {
    close();
    naming.save(value.trim());
  };
  return (
    <DialogForm title={naming.title} submit={submit} save={t('app.save')} saveTestId="name-save" close={close}>
      <input
        dir="auto"
        data-testid="name-field"
        aria-label={naming.title}
        aria-describedby="name-hint"
        value={value}
        maxLength={200}
        list="known-names"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setValue(target.value)}
        className="mt-4 h-9 w-full rounded-md border border-edge bg-case px-3 text-14"
      />
      <datalist id="known-names">
        {naming.known?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p id="name-hint" className="mt-1 text-12 text-muted">
        {naming.hint}
      </p>
    </DialogForm>
  );
}
