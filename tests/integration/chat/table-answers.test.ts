import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, TestEngine } from '../open-test-engine';

describe('A question over one of several tables', () => {
  const vitrine = TestEngine.shared(async (test) => {
    await test.ingest(join(project, 'tests', 'fixtures', 'tables'));
  });

  it.each([
    ['What is the ticker of Cobalt Grid?', 'Ticker of Cobalt Grid: **CBG** [Citation 1]'],
    ['How old was Edgar Pell?', 'Age of Edgar Pell: **79** [Citation 1]'],
    ['Which company has the highest revenue?', '**Cobalt Grid**, with 15,800,000,000 (revenue) [Citation 1]'],
    ['Which actor had the most films?', '**Paula Reyes**, with 102 films [Citation 1]'],
    [
      'Which companies have a revenue over 3 billion?',
      'Company, rows where Revenue \\> 3,000,000,000:\n\n- **Alder & Quay**\n- **Cobalt Grid**\n- **Ironbridge Steel**\n- **Juniper Bank**',
    ],
    ['list the companies founded in the 1990s', '- **Greywater Pumps**\n- **Larch Media**'],
    ['Which performers were older than 80?', '- **Mireille Caron**\n- **Victor Osei**\n- **Paula Reyes**'],
    ['Wer hat das höchste Gehalt?', '**Hanna Imhof** mit 6.210,00 (Gehalt) [Citation 1]'],
    ['Umsatz des Werks Südtal 2010', '**37.050.000**'],
    ['¿Qué museo tiene más visitantes?', '**Galería del Puerto**, con 310.700 visitantes [Citation 1]'],
  ])('W57 answers “%s” in a sentence with the value', async (question, said) => {
    const answer = await vitrine.ask('chat.ask', { question, noLlm: true });
    expect(answer).toMatchObject({ outcome: 'answered', way: 'calculation' });
    expect(answer.answer).toContain(said);
  });

  it('W57 says how many rows a list rests on', async () => {
    const { calculation } = await vitrine.ask('chat.ask', { question: 'list the companies founded in the 1990s' });
    expect(calculation?.rows).toBe(2);
  });

  it.each([
    'How quickly does the highest level of support answer?',
    'What happens to devices older than six years?',
    'Wie viele Tage Urlaub habe ich im Jahr?',
    '¿Cuál es el mayor retraso que se admite?',
  ])('W57 leaves “%s” to the passages', async (question) => {
    expect((await vitrine.ask('chat.ask', { question, noLlm: true })).way).toBe('passages');
  });
});
