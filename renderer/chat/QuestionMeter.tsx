import type { QuestionMeasure } from '@shared/contract/index';
import { formatCount } from '../components/quantities';
import { t } from '../strings/index';

type Prompt = NonNullable<QuestionMeasure['prompt']>;

/** How much of the model's window a question takes, in place; it is never announced, since it changes with the typing. */
export function QuestionMeter({ prompt }: { readonly prompt: Prompt }) {
  const crowded = prompt.passages === 0;
  return (
    <p
      data-testid="question-meter"
      title={detailsOf(prompt)}
      className={`tabular ml-auto pr-2 ${crowded ? 'font-medium text-caution' : ''}`}
    >
      {t(prompt.exact ? 'chat.takes' : 'chat.takesAbout', {
        tokens: formatCount(prompt.tokens),
        window: formatCount(prompt.window),
      })}
      {crowded ? ` · ${t('chat.noRoom')}` : ''}
      <span className="sr-only">. {detailsOf(prompt)}</span>
    </p>
  );
}

/** What the tokens are for, in a sentence. */
function detailsOf({ model, tokens, question, conversation, answer, passages }: Prompt): string {
  return t('chat.takesFor', {
    model,
    question: formatCount(question),
    conversation: formatCount(conversation),
    rules: formatCount(Math.max(0, tokens - question - conversation)),
    answer: formatCount(answer),
    passages: formatCount(passages),
  });
}
