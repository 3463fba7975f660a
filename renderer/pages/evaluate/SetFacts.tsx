import type { EvaluationSummary, LabelledSetFacts } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import type { ReactNode } from 'react';
import { useEvaluation } from '../../state/evaluation';
import { Select } from '../../ui/fields';
import { formatCount } from '../../ui/quantities';

export function SetFacts({ facts }: { readonly facts: LabelledSetFacts }) {
  const { running, inspect } = useEvaluation();
  const graded = facts.highestGain > 1 ? `, ${t('evaluate.facts.graded', { gain: facts.highestGain })}` : '';
  return (
    <div data-testid="set-facts" className="content mt-3 rounded-md border border-hairline px-4 py-3">
      <h4 className="truncate font-semibold">{facts.name}</h4>
      <dl className="mt-2 grid grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t('evaluate.facts.kind')}>{t(`evaluate.facts.${facts.kind}`)}</Fact>
        <Fact name={t('evaluate.facts.path')}>
          <span className="break-all">{facts.path}</span>
        </Fact>
        <Fact name={t('palette.groups.documents')}>{formatCount(facts.documents)}</Fact>
        <Fact name={t('terminal.column.questions')}>
          {formatCount(facts.queries)}
          {facts.unjudged > 0 ? `; ${t('evaluate.facts.unjudged', { count: facts.unjudged })}` : ''}
          {facts.repeated ? `; ${t('evaluate.facts.repeated', { count: facts.repeated })}` : ''}
          {facts.askers ? `; ${t('evaluate.facts.askers', { count: facts.askers })}` : ''}
        </Fact>
        <Fact name={t('evaluate.facts.judgements')}>
          {formatCount(facts.judgements)}
          {graded}
          {facts.lacking ? `; ${t(`evaluate.facts.lacking.${facts.kind}`, { count: facts.lacking })}` : ''}
        </Fact>
        {facts.kind === 'beir' ? (
          <Fact name={t('evaluate.facts.index')}>
            {t(facts.indexed ? 'evaluate.facts.indexed' : 'evaluate.facts.notIndexed')}
          </Fact>
        ) : null}
        {facts.splits.length > 1 && facts.split !== null ? (
          <Fact name={t('evaluate.split')}>
            <Select
              aria-label={t('evaluate.split')}
              value={facts.split}
              options={facts.splits}
              disabled={running !== null}
              choose={(split) => void inspect(facts.path, split)}
            />
          </Fact>
        ) : null}
      </dl>
      <div className="mt-2 empty:hidden">
        <LeftOutQuestions set={facts} />
      </div>
    </div>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular min-w-0">{children}</dd>
    </>
  );
}

export function LeftOutQuestions({ set }: { readonly set: EvaluationSummary['set'] }) {
  const said = saidLeftOut(set);
  if (said === null) return null;
  return <p className="content break-words text-caution">{said}</p>;
}
