import type { OverlayReport, RequestOf, Results } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { t } from '@shared/words/index';
import { RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { Button, CopyButton } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { SettingGroup, SettingSwitch, SettingTextField, Switch } from './SettingRow';

type Name = RequestOf<'agents.set'>['name'];
type Value = RequestOf<'agents.set'>['value'];

const isValue = (value: unknown): value is Value => typeof value === 'object' && value !== null;
const membersOf = ({ value }: OverlayReport): Value => (isValue(value) ? value : {});
const stageOf = (name: Exclude<Name, 'prompt_schema'>): string => t(`stages.names.${name}`);

interface Hands {
  set(name: Name, value: Value): Promise<ErrorReport | null>;
  reset(name: Name): Promise<ErrorReport | null>;
}

export function AgentsSection() {
  const { data: files, error, put } = useAnswer('agents.get', {});
  const [refused, setRefused] = useState<ErrorReport | null>(null);

  async function take(asked: Promise<Result<Results['agents.get']>>): Promise<ErrorReport | null> {
    const answer = await asked;
    if (answer.ok) put(answer.data);
    return answer.ok ? null : answer.error;
  }

  const hands: Hands = {
    set: (name, value) => take(host().request('agents.set', { name, value })),
    reset: (name) => take(host().request('agents.reset', { name })),
  };

  const schema = files?.find(({ name }) => name === 'prompt_schema');
  const shaper = files?.find(({ name }) => name === 'A2_PromptShaper');
  if (!files || !schema || !shaper) return <ErrorNote error={error} around="pt-6" />;
  const { modes } = membersOf(schema);
  const semantic = isValue(modes) && modes.semantic_enabled === true;
  const turn = (name: Name, value: Value) => void hands.set(name, value).then(setRefused);
  return (
    <>
      <SettingGroup title={t('agents.switches')} help={t('agents.help')}>
        <ErrorNote error={refused} />
        <Switch
          label={t('agents.semantic')}
          help={t('agents.semanticHelp')}
          testId="agents-semantic"
          on={semantic}
          turn={(on) =>
            turn('prompt_schema', {
              ...membersOf(schema),
              modes: { ...(isValue(modes) ? modes : {}), semantic_enabled: on },
            })
          }
        />
        <Switch
          label={t('agents.secondPass')}
          help={t('agents.secondPassHelp')}
          testId="agents-second-pass"
          on={membersOf(shaper).passes === 2}
          turn={(on) => turn('A2_PromptShaper', { ...membersOf(shaper), passes: on ? 2 : 1 })}
        />
        <SettingSwitch
          path="calculation.proposals"
          label={t('agents.proposals')}
          help={t('agents.proposalsHelp')}
          testId="setting-calculation-proposals"
        />
      </SettingGroup>
      {files.map((file) => (
        <Overlay key={file.name} file={file} {...hands} />
      ))}
      <AssistantEntry />
    </>
  );
}

function Overlay({ file, set, reset }: { readonly file: OverlayReport } & Hands) {
  const { name, changed, error } = file;
  const value = membersOf(file);
  const { model } = value;
  return (
    <SettingGroup
      title={name === 'prompt_schema' ? t('agents.promptSchema') : stageOf(name)}
      help={changed.length === 0 ? t('agents.asShipped') : t('agents.changed', { paths: [...changed] })}
      action={
        <Button
          data-testid={`agent-reset-${name}`}
          icon={RotateCcw}
          disabled={changed.length === 0 && error === null}
          label={t('agents.reset')}
          onClick={() => void reset(name)}
        />
      }
    >
      <ErrorNote error={error} />
      {name === 'prompt_schema' ? null : (
        <SettingTextField
          label={t('agents.model')}
          help={t('agents.modelHelp')}
          testId={`agent-model-${name}`}
          value={typeof model === 'string' ? model : ''}
          placeholder={t('agents.modelOfRun')}
          commit={(typed) => {
            const { model: _before, ...others } = value;
            return set(name, typed.trim() === '' ? others : { ...others, model: typed.trim() });
          }}
        />
      )}
      <JsonEditor key={JSON.stringify(value)} file={file} set={set} />
    </SettingGroup>
  );
}

function JsonEditor({ file, set }: { readonly file: OverlayReport; readonly set: Hands['set'] }) {
  const { name, value, schema } = file;
  const shown = JSON.stringify(value, null, 2);
  const [draft, setDraft] = useState(shown);
  const [problem, setProblem] = useState<ErrorReport | string | null>(null);
  const id = useId();

  async function save(): Promise<void> {
    try {
      setProblem(await set(name, JSON.parse(draft)));
    } catch (error) {
      setProblem(String(error));
    }
  }

  return (
    <details data-testid={`agent-json-${name}`} className="mt-2">
      <summary className="cursor-pointer py-1 text-soft">{t('agents.edit')}</summary>
      <label htmlFor={id} className="sr-only">
        {t('agents.json', { name })}
      </label>
      <textarea
        id={id}
        rows={14}
        spellCheck={false}
        value={draft}
        aria-invalid={problem !== null}
        onChange={({ target }) => setDraft(target.value)}
        className="mt-1 w-full resize-y rounded-md border border-edge bg-ground px-3 py-2 font-mono text-12 aria-invalid:border-danger"
      />
      {typeof problem === 'string' ? (
        <p role="alert" className="text-12 text-danger">
          {t('agents.notJson', { said: problem })}
        </p>
      ) : (
        <ErrorNote error={problem} />
      )}
      <Button
        className="mt-2"
        data-testid={`agent-save-${name}`}
        disabled={draft === shown}
        label={t('app.save')}
        onClick={() => void save()}
      />
      <details className="mt-2">
        <summary className="cursor-pointer py-1 text-muted">{t('agents.schema')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className="max-h-80 overflow-auto rounded-md border border-hairline p-3 font-mono text-12">
          {JSON.stringify(schema, null, 2)}
        </pre>
      </details>
    </details>
  );
}

function AssistantEntry() {
  const { data } = useAnswer('app.about', {});
  if (!data?.mcp) return null;
  const entry = JSON.stringify({ mcpServers: { vitrine: data.mcp } }, null, 2);
  return (
    <SettingGroup
      title={t('agents.others')}
      help={t('agents.othersHelp')}
      action={<CopyButton text={() => entry} label={t('agents.copyEntry')} />}
    >
      <pre
        data-testid="assistant-entry"
        className="content rounded-md bg-raised p-3 font-mono text-12 break-all whitespace-pre-wrap"
      >
        {entry}
      </pre>
    </SettingGroup>
  );
}
