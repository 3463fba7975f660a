import { describe, expect, it } from 'vitest';
import { instructionOf } from '../../../../electron/engine/retrieval';
import { namedTerms } from '../../../../electron/engine/retrieval/query/instructions';

describe('instructionOf', () => {
  it.each([
    ['Summarise this.', 'summarise', ['this']],
    ['Please summarize the Employment Contract', 'summarise', ['the Employment Contract']],
    ['Could you give me a short overview of the handbook?', 'summarise', ['the handbook']],
    ['What is this about?', 'summarise', ['this']],
    ['What are the main points of the handbook?', 'summarise', ['the handbook']],
    ['Was sind die wichtigsten Punkte der Satzung?', 'summarise', ['Satzung']],
    ['¿Cuáles son los puntos clave del contrato?', 'summarise', ['contrato']],
    ['What came out of the call? Give me the gist.', 'summarise', ['What came out of the call?']],
    ['Fasse mir den Mietvertrag kurz zusammen!', 'summarise', ['den Mietvertrag']],
    ['Worum geht es in diesem Dokument?', 'summarise', ['diesem Dokument']],
    ['Gib mir eine Zusammenfassung der Satzung.', 'summarise', ['Satzung']],
    ['Resume el contrato', 'summarise', ['el contrato']],
    ['¿De qué trata esto?', 'summarise', ['esto']],
    ['Résumez le rapport', 'summarise', ['le rapport']],
    ['Puoi riassumermi il contratto?', 'summarise', ['il contratto']],
    ['Riassumi questo documento', 'summarise', ['questo documento']],
    ['Di che cosa parla?', 'summarise', ['']],
    ['Dammi una breve sintesi del contratto.', 'summarise', ['contratto']],
    ['Quali sono i punti principali della relazione?', 'summarise', ['relazione']],
    ['Resuma o contrato, por favor.', 'summarise', ['o contrato, por favor']],
    ['De que se trata?', 'summarise', ['']],
    ['Faz-me um resumo do contrato', 'summarise', ['contrato']],
    ['Quais são os pontos principais do relatório?', 'summarise', ['relatório']],
    ['Vat dit document kort samen', 'summarise', ['dit document']],
    ['Kun je het contract samenvatten?', 'summarise', ['het contract']],
    ['Waar gaat dit over?', 'summarise', ['dit']],
    ['Geef me een korte samenvatting van het verslag.', 'summarise', ['het verslag']],
    ['Confronta l’offerta con il contratto', 'compare', ['l’offerta', 'il contratto']],
    ['Qual è la differenza tra offerta e contratto?', 'compare', ['offerta', 'contratto']],
    ['Compare a proposta com o contrato', 'compare', ['a proposta', 'o contrato']],
    ['Qual é a diferença entre proposta e contrato?', 'compare', ['proposta', 'contrato']],
    ['Vergelijk de offerte met het contract', 'compare', ['de offerte', 'het contract']],
    ['Wat is het verschil tussen offerte en contract?', 'compare', ['offerte', 'contract']],
    ['Compare the offer with the contract.', 'compare', ['the offer', 'the contract']],
    ['Vergleiche das Angebot mit dem Vertrag', 'compare', ['das Angebot', 'dem Vertrag']],
    ['Was ist der Unterschied zwischen Angebot und Vertrag?', 'compare', ['Angebot', 'Vertrag']],
    ['Compara la oferta con el contrato', 'compare', ['la oferta', 'el contrato']],
    ['Summarise title:"Lamp prices"', 'summarise', ['']],
  ])('C7 reads “%s” as to %s', (question, kind, about) => {
    expect(instructionOf(question)).toMatchObject({ kind, about });
  });

  it.each([
    'How do I summarise data in a pivot table?',
    'What does the contract say about notice?',
    'Was steht im Vertrag über die Kündigung?',
    'Che cosa dice il contratto sulla disdetta?',
    'O que diz o contrato sobre o prazo?',
    'Wat staat er in het contract over de huur?',
    'Which chapter compares apples with pears?',
    'What is in the executive summary?',
    'How long is the notice period?',
  ])('C7 searches for “%s”', (question) => {
    const instruction = instructionOf(question);
    expect(instruction?.isCertain ?? false).toBe(false);
  });

  it('C7 takes words for any document for no name', () => {
    expect(namedTerms('this document')).toEqual([]);
    expect(namedTerms('dem Dokument')).toEqual([]);
    expect(namedTerms('the lamp document')).toEqual(['lamp']);
  });
});
