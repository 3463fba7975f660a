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
