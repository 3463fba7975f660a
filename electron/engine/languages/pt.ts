import { por } from 'stopword';
import { noCalculation, type TextLanguage } from './language';

export const pt: TextLanguage = {
  stopWords: por,
  questionWords: [
    ...'quais quando quanto quanta quantos quantas onde aonde quem porque porquê por quê como'.split(' '),
    ...'pode podem deve devem foi foram era eram está estão há cada todo toda todos todas'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'uma nao pela pelo quem onde quais tambem'.split(' '),
  letters: 'ãõ',
  endings: {
    least: 3,
    of: ['ções', 'coes', 'ção', 'cao', 'ões', 'oes', 'ão', 'ao', 'es', 'os', 'as', 's', 'o', 'a', ''],
  },
  capitalsTellNames: true,
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
  shortMonths: 'jan. fev. mar. abr. jun. jul. ago. nov. dez.'.split(' '),
  abbreviations: 'sra srs dra profa p.ex ltda'.split(' '),
  beforeNumber: 'fig cap vol pág págs art tel núm'.split(' '),
  asks: {
    time: ['quando', '(?:em|desde) que (?:ano|data|século|dia|mês)'],
    number: ['quant[oa]s?'],
    name: ['quem', 'onde', 'aonde'],
  },
  clauseBefore: {
    begins: 'quando|onde|se',
    asks: 'que|o que|qua(?:l|is)|quem|como|quant[oa]s?|por que',
  },
  goesOn: {
    begins: ['mas', 'então', 'também', 'e (?:o|a|os|as|quem|onde|quando|quanto|como)', '(?:quem|que|o que|onde) mais'],
    standIns:
      'eles elas dele dela deles delas seu sua seus suas isso isto aquilo esse essa esses essas nele nela'.split(' '),
  },
  instructions: {
    summarise: [
      '(?:por favor,? )?(?:resum[ae](?:-me|-nos)?|resumir|sintetiz[ae])(.*)',
      '(?:você )?(?:pode|podes|poderia|podia) (?:(?:me|nos) )?(?:resumir|sintetizar)(?:-me)?(.*)',
      '(?:por favor,? )?(?:dê|dá|faça|faz|escreva|escreve|prepare)(?:-me| me)? (?:um |uma |o |a )?(?:breve )?(?:resumo|síntese|visão geral)(?: (?:de|do|da|dos|das|sobre))?(.*)',
      '(?:um |uma |o |a )?(?:breve )?(?:resumo|síntese|visão geral) (?:de|do|da|dos|das|sobre)(.*)',
      '(?:quais são )?os pontos (?:principais|chave|essenciais) (?:de|do|da|dos|das)(.*)',
    ],
    tellOf: [
      '(?:de que|do que|sobre o que) (?:trata|fala|se trata|é)(.*)',
      'o que (?:diz|dizem|contém)(.+)',
      'o que (?:está|há) (?:escrito )?(?:em|no|na)(.+)',
    ],
    compare: ['(?:por favor,? )?compar(?:e|a|ar) (.+?) (?:com|e|a|ao|à) (.+)'],
    differ: [
      '(?:quais são as |qual é a |que )?diferenças? (?:há )?entre (.+?) e (.+)',
      'em que (?:se )?difere(?:m)? (.+?) (?:de|do|da|e) (.+)',
    ],
    documents:
      'documento documentos arquivo arquivos ficheiro texto textos página páginas anexo conteúdo mensagem carta',
  },
  forms: {
    names: {
      checklist: 'listas? de (?:verificação|controle|tarefas)',
      table: 'tabelas?|colunas',
      code: '(?:bloco de |trecho de )código',
      numbered: '(?:lista|passos) (?:numerad[oa]s?|ordenad[oa]s?)',
      list: 'listas?|tópicos|enumeração',
      plain: 'sem markdown|texto (?:simples|corrido|sem formatação)|uma (?:só )?frase|um (?:só )?parágrafo',
    },
    as: 'como|em forma de',
    asks: 'em|numa|num|faça|faz|crie|cria|escreva|escreve|dê|gere|mostre',
    definite: 'o|os|esta|este|essa|esse',
    indefinite: 'uma?|numa|num',
    without: 'sem|nenhuma?',
    adverbs: '',
    polite: 'pode|podes|poderia|por favor',
    besideSchema: 'com|este|segundo|conforme|seguinte|esquema|objeto',
  },
  numbers: {
    cardinals: {
      dois: 2,
      duas: 2,
      três: 3,
      quatro: 4,
      cinco: 5,
      seis: 6,
      sete: 7,
      oito: 8,
      nove: 9,
      dez: 10,
      onze: 11,
      doze: 12,
      quinze: 15,
      vinte: 20,
      trinta: 30,
      quarenta: 40,
      cinquenta: 50,
      cem: 100,
      cento: 100,
    },
    one: '',
    ordinals: {},
    multipliers: { mil: 1e3, milhão: 1e6, milhões: 1e6, bilhão: 1e9, bilhões: 1e9 },
    others: 'metade dúzia'.split(' '),
  },
  negations: { words: 'nao nunca nenhum nenhuma sem'.split(' '), harmless: ['nao so', 'sem duvida'] },
  bounds: {
    most: 'no máximo|até|menos de|não mais de',
    least: 'pelo menos|no mínimo|mais de|não menos de',
    about: 'cerca de|quase|aproximadamente|por volta de',
    from: 'entre|de',
    to: 'até',
    and: 'e|a',
    naming: 'capítulo|seção|secção|figura|tabela|página|parte|passo|artigo|sala|linha',
  },
  demands: ['devem?', 'não pode', 'no máximo', 'pelo menos', 'proibid[oa]', 'obrigatóri[oa]'],
  calendarWords: 'século séculos segunda-feira terça-feira quarta-feira quinta-feira sexta-feira'.split(' '),
  knowsNot: [
    'não sei(?!\\p{L})',
    'não (?:contêm|contém|mencionam|menciona|dizem|diz|respondem|responde|indicam|indica)(?!\\p{L})',
    '(?:nenhuma|não há) (?:informação|resposta|menção)',
  ],
  offers: {
    section: 'Como descreve “{title}” o ponto “{heading}”?',
    whole: 'De que trata “{title}”?',
    notOf:
      'agradecimentos|anexo|bibliografia|conclusão|introdução|notas|prefácio|referências|resumo|sumário|índice'.split(
        '|',
      ),
  },
  plainQuestions:
    'O que é isto?|Quem fez isso?|Quando aconteceu?|Onde fica?|Quantos são?|Por que é assim?|Como funciona?|Qual deles é o maior?',
  calculation: noCalculation,
};
