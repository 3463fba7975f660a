import type { ModelUse } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { Settings } from '@shared/settings';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { useState } from 'react';
import { createFieldDraft } from '../../state/field-draft';
import { useSettings } from '../../state/settings';
import { modelName } from '../../ui/names';
import { formatCount, formatDecimals } from '../../ui/quantities';
import { Columns, Part } from './FigureParts';

type Prices = Settings['figures.prices'];

export function ModelsInUse({ models }: { readonly models: readonly ModelUse[] }) {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields) return null;
  const prices = fields['figures.prices'].value;
  const currency = fields['figures.currency'].value;
  const { change } = useSettings.getState();
  const price = (model: string | null, side: 'prompt' | 'answer') =>
    model === null ? (
      t('app.none')
    ) : (
      <PriceField
        label={t(`insights.${side}PriceOf`, { model: modelName(model) })}
        testId={`price-${side}`}
        value={prices[model] ? formatDecimals(prices[model][side], 4).replace(/[.,]?0+$/u, '') : ''}
        keep={(text) => change({ 'figures.prices': priced(prices, model, side, text) })}
      />
    );
  const none = t('app.none');
  const heads = [
    'filter.model',
    'answers',
    'promptTokens',
    'answerTokens',
    'promptPrice',
    'answerPrice',
    'cost',
    'helpful',
  ] as const;
  return (
    <Part title={t('insights.models')} note={t('insights.pricesHelp')}>
      <Columns
        testId="insights-models"
        heads={heads.map((head) => t(`insights.${head}`))}
        rows={models.map(({ model, answers, promptTokens, answerTokens, cost, helpful, notHelpful }) => ({
          key: String(model),
          name: model === null ? t('chat.noModelShort') : modelName(model),
          cells: [
            formatCount(answers),
            model === null ? none : formatCount(promptTokens),
            model === null ? none : formatCount(answerTokens),
            price(model, 'prompt'),
            price(model, 'answer'),
            <span key="cost" data-testid="cost">
              {cost === null ? none : money(cost, currency)}
            </span>,
            helpful + notHelpful > 0 ? t('insights.helpfulOf', { helpful, notHelpful }) : none,
          ],
        }))}
      />
      <Sums models={models} currency={currency} />
    </Part>
  );
}

function Sums({ models, currency }: Readonly<{ models: readonly ModelUse[]; currency: string }>) {
  const { change } = useSettings.getState();
  const uncounted = models.reduce((sum, model) => sum + model.uncounted, 0);
  const costs = models.flatMap(({ cost }) => cost ?? []);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex items-center gap-2 text-muted">
        {t('insights.currency')}
        <PriceField
          label={t('insights.currency')}
          testId="currency"
          value={currency}
          keep={(text) => change({ 'figures.currency': text })}
        />
      </span>
      {costs.length > 1 ? (
        <span className="tabular font-medium">
          {t('insights.cost')}:{' '}
          {money(
            costs.reduce((sum, cost) => sum + cost, 0),
            currency,
          )}
        </span>
      ) : null}
      {uncounted > 0 ? (
        <span className="text-12 text-caution">{t('insights.uncounted', { count: uncounted })}</span>
      ) : null}
    </div>
  );
}

/** Cents, and below a cent the visible part. */
const money = (sum: number, currency: string): string =>
  `${formatDecimals(sum, sum > 0 && sum < 0.1 ? 4 : 2)} ${currency}`.trim();

function priced(prices: Prices, model: string, side: 'prompt' | 'answer', text: string): Prices {
  const { [model]: before = { prompt: 0, answer: 0 }, ...others } = prices;
  const own = { ...before, [side]: Number(text.trim().replace(',', '.')) };
  return own.prompt === 0 && own.answer === 0 ? others : { ...others, [model]: own };
}

interface PriceFieldProps {
  readonly label: string;
  readonly testId: string;
  readonly value: string;
  keep(text: string): Promise<ErrorReport | null>;
}

function PriceField({ label, testId, value, keep }: PriceFieldProps) {
  const [useDraft] = useState(createFieldDraft);
  const { draft, error, type, back, commit } = useDraft();
  return (
    <>
      <input
        aria-label={label}
        data-testid={testId}
        inputMode={testId === 'currency' ? 'text' : 'decimal'}
        autoComplete="off"
        value={draft ?? value}
        maxLength={12}
        aria-invalid={error ? true : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => void commit(value, keep)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit(value, keep);
          else if (event.key === 'Escape' && draft !== null) back();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="tabular h-8 w-20 rounded-md border border-edge bg-case px-2 text-right text-14 aria-invalid:border-danger"
      />
      {error ? (
        <span role="alert" className="block max-w-40 text-left text-12 whitespace-normal text-danger">
          {errorLine(error)}
        </span>
      ) : null}
    </>
  );
}
