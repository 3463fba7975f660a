import { describe, expect, it } from 'vitest';
import { namedTerms, readInstruction, readOverview } from '../../../electron/engine/answers/wholes/read-instruction';

describe('An instruction about documents', () => {
  it.each([
    ['Summarise this.', 'summary', ['this']],
    ['Please summarize the Employment Contract', 'summary', ['the Employment Contract']],
    ['Could you give me a short overview of the handbook?', 'summary', ['the handbook']],
    ['What is this about?', 'summary', ['this']],
    ['What are the main points of the handbook?', 'summary', ['the handbook']],
    ['What are the 5 key facts about the handbook?', 'summary', ['the handbook']],
    ['Give me the most important points from the report', 'summary', ['the report']],
    ['What is the book of poems about?', 'summary', ['the book of poems']],
    ['Was sind die wichtigsten Punkte der Satzung?', 'summary', ['Satzung']],
    ['Nenne mir die 3 wichtigsten Fakten zum Mietvertrag', 'summary', ['Mietvertrag']],
    ['Dame 5 datos clave sobre el museo', 'summary', ['el museo']],
    ['¿Cuáles son los puntos clave del contrato?', 'summary', ['contrato']],
    ['What came out of the call? Give me the gist.', 'summary', ['What came out of the call?']],
    ['Fasse mir den Mietvertrag kurz zusammen!', 'summary', ['den Mietvertrag']],
    ['Worum geht es in diesem Dokument?', 'summary', ['diesem Dokument']],
    ['Gib mir eine Zusammenfassung der Satzung.', 'summary', ['Satzung']],
    ['Resume el contrato', 'summary', ['el contrato']],
    ['¿De qué trata esto?', 'summary', ['esto']],
    ['Résumez le rapport', 'summary', ['le rapport']],
    ['Puoi riassumermi il contratto?', 'summary', ['il contratto']],
    ['Riassumi questo documento', 'summary', ['questo documento']],
    ['Di che cosa parla?', 'summary', ['']],
    ['Dammi una breve sintesi del contratto.', 'summary', ['contratto']],
    ['Quali sono i punti principali della relazione?', 'summary', ['relazione']],
    ['Resuma o contrato, por favor.', 'summary', ['o contrato, por favor']],
    ['De que se trata?', 'summary', ['']],
    ['Faz-me um resumo do contrato', 'summary', ['contrato']],
    ['Quais são os pontos principais do relatório?', 'summary', ['relatório']],
    ['Vat dit document kort samen', 'summary', ['dit document']],
    ['Kun je het contract samenvatten?', 'summary', ['het contract']],
    ['Waar gaat dit over?', 'summary', ['dit']],
    ['Geef me een korte samenvatting van het verslag.', 'summary', ['het verslag']],
    ['Confronta l’offerta con il contratto', 'comparison', ['l’offerta', 'il contratto']],
    ['Qual è la differenza tra offerta e contratto?', 'comparison', ['offerta', 'contratto']],
    ['Compare a proposta com o contrato', 'comparison', ['a proposta', 'o contrato']],
    ['Qual é a diferença entre proposta e contrato?', 'comparison', ['proposta', 'contrato']],
    ['Vergelijk de offerte met het contract', 'comparison', ['de offerte', 'het contract']],
    ['Wat is het verschil tussen offerte en contract?', 'comparison', ['offerte', 'contract']],
    ['Compare the offer with the contract.', 'comparison', ['the offer', 'the contract']],
    ['Vergleiche das Angebot mit dem Vertrag', 'comparison', ['das Angebot', 'dem Vertrag']],
    ['Was ist der Unterschied zwischen Angebot und Vertrag?', 'comparison', ['Angebot', 'Vertrag']],
    ['Compara la oferta con el contrato', 'comparison', ['la oferta', 'el contrato']],
    ['Summarise title:"Lamp prices"', 'summary', ['']],
  ])('C7 reads “%s” as to %s', (question, kind, about) => {
    expect(readInstruction(question)).toMatchObject({ kind, about });
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
    const instruction = readInstruction(question);
    expect(instruction?.isCertain === true && !instruction.isPart).toBe(false);
    expect(readOverview(question)).toBeNull();
  });

  it('C7 takes words for any document for no name', () => {
    expect(namedTerms('this document')).toEqual([]);
    expect(namedTerms('dem Dokument')).toEqual([]);
    expect(namedTerms('the lamp document')).toEqual(['lamp']);
  });
});

describe('A question about a collection', () => {
  it.each([
    ['What are these 500 files about?', null],
    ['What is in my library?', null],
    ['Which topics are there in the contracts folder?', 'contracts'],
    ['What are the contracts about?', 'contracts'],
    ['Give me an overview of all contracts', null],
    ['Worum geht es in meinen Dokumenten?', null],
    ['Welche Themen gibt es im Ordner Verträge?', 'vertrage'],
    ['¿De qué tratan estos documentos?', null],
    ['¿Qué hay en la carpeta contratos?', 'contratos'],
  ])('W49 is recognised by its form: %s', (question, place) => {
    expect(readOverview(question)).toEqual({ place });
  });

  it.each([
    'Which topics are discussed in the meeting of May?',
    'What is the main topic of chapter three?',
    'What is in the box when the machine is delivered?',
    'Was ist im Lieferumfang enthalten?',
    'Welche Themen behandelt der Kurs im zweiten Jahr?',
    '¿Qué hay que llevar a la entrevista?',
    'How many files does the installer create?',
  ])('W49 is none without that form: %s', (question) => {
    expect(readOverview(question)).toBeNull();
  });
});

describe('not a whole document', () => {
  it.each([
    'Give me an overview of the payment terms in the contract',
    'Fasse die Kündigungsfristen im Vertrag zusammen',
    'Resume las condiciones de pago del contrato',
  ])('W49 is a part of one: %s', (question) => {
    expect(readInstruction(question)).toMatchObject({ kind: 'summary', isPart: true });
  });

  it('W49 is compared only where documents are so called', () => {
    expect(readInstruction('What is the difference between TCP and UDP?')).toMatchObject({ isCertain: false });
    expect(readInstruction('What is the difference between the 2023 and the 2024 contract?')).toMatchObject({
      kind: 'comparison',
      about: ['the 2023 contract', 'the 2024 contract'],
    });
  });
});
