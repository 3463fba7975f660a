import { t } from '@shared/words/index';
import { useState } from 'react';
import { slice } from '../../state/slice';
import { DialogForm, FormDialog } from '../../ui/fields';

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
