import { type Hands, patience, type View } from './hands';

const inspectorViews = ({ at }: Hands): readonly View[] =>
  ['prompt', 'fields', 'decisions', 'calls', 'compare', 'json'].map(
    (tab): View => [
      `inspector-${tab}`,
      async () => {
        if ((await at('inspector').count()) === 0) await at('inspect').click();
        await at(`inspector-tab-${tab}`).click();
      },
    ],
  );

/** Views of the stages, with every tab of the inspector. */
export function stagesViews(hands: Hands): readonly View[] {
  const { at, pane, seen } = hands;
  return [
    [
      'stages',
      async () => {
        await at('as-fields').click();
        await at('nav-stages').click();
        await at('stage-prompt').fill(
          'How long is the notice period for the flat in Mill Lane?\n\nAUDIENCE: tenants\n\nFORMAT: one sentence',
        );
        await at('run-all').click();
        await pane('Prompt_Builder', 'done');
      },
    ],
    [
      'candidate-details',
      async () => {
        if ((await at('inspector').count()) > 0) await at('inspect').click();
        await at('unfold').first().click();
        await seen('candidate-details');
      },
    ],
    ...inspectorViews(hands),
    [
      'stages-edited',
      async () => {
        if ((await at('inspector').count()) > 0) await at('inspect').click();
        await at('keep').first().click();
        await seen('edit-bar');
      },
    ],
    [
      'stages-out-of-date',
      async () => {
        await at('stage-ReRanker').click();
        await seen('out-of-date');
      },
    ],
    [
      'stages-answers',
      async () => {
        await at('nav-chat').click();
        await at('conversation').last().click();
        await at('why').first().click();
        await at('open-in-stages').click();
        await at('keep').first().click();
        await at('run-on').click();
        await pane('Answer', 'ready');
        await at('answer-run').click();
        await at('answer-now').getByTestId('answer').waitFor({ timeout: patience });
      },
    ],
  ];
}
