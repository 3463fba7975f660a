import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../components/Button';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** Takes in a run that was exported, from a file that the person picks. */
export function ImportRun() {
  const importRun = useStages((state) => state.importRun);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        data-testid="import-file"
        aria-label={t('exchange.import')}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be picked again.
          event.target.value = '';
          if (file) void importRun(file);
        }}
      />
      <IconButton label={t('exchange.import')} data-testid="import-run" onClick={() => picker.current?.click()}>
        <Upload size={16} aria-hidden />
      </IconButton>
    </>
  );
}
