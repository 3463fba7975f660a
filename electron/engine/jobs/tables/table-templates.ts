import type { TableColumn, TableTemplate } from '@shared/contract';
import { t } from '@shared/words/index';

type NewColumn = Omit<TableColumn, 'columnId'>;

export function templateColumns(template: TableTemplate): NewColumn[] {
  return templates[template]().map(([title, question, type, many = false]) => ({
    title,
    question,
    type,
    many,
    choices: [],
  }));
}

type Column = readonly [title: string, question: string, type: TableColumn['type'], many?: boolean];

const templates: Readonly<Record<TableTemplate, () => readonly Column[]>> = {
  contract: () => [
    [t('tables.questions.contract.parties.title'), t('tables.questions.contract.parties.question'), 'name', true],
    [t('tables.questions.contract.effective.title'), t('tables.questions.contract.effective.question'), 'date'],
    [t('tables.questions.contract.term.title'), t('tables.questions.contract.term.question'), 'duration'],
    [t('tables.questions.contract.law.title'), t('tables.questions.contract.law.question'), 'name'],
    [t('tables.questions.contract.notice.title'), t('tables.questions.contract.notice.question'), 'duration'],
    [t('tables.questions.contract.amount.title'), t('tables.questions.contract.amount.question'), 'amount'],
  ],
  paper: () => [
    [t('tables.questions.paper.authors.title'), t('tables.questions.paper.authors.question'), 'name', true],
    [t('tables.questions.paper.year.title'), t('tables.questions.paper.year.question'), 'date'],
    [t('tables.questions.paper.sample.title'), t('tables.questions.paper.sample.question'), 'number'],
    [t('tables.questions.paper.method.title'), t('tables.questions.paper.method.question'), 'text'],
    [t('tables.questions.paper.result.title'), t('tables.questions.paper.result.question'), 'text'],
  ],
  invoice: () => [
    [t('tables.questions.invoice.number.title'), t('tables.questions.invoice.number.question'), 'text'],
    [t('tables.questions.invoice.date.title'), t('tables.questions.invoice.date.question'), 'date'],
    [t('tables.questions.invoice.due.title'), t('tables.questions.invoice.due.question'), 'date'],
    [t('tables.questions.invoice.supplier.title'), t('tables.questions.invoice.supplier.question'), 'name'],
    [t('tables.questions.invoice.total.title'), t('tables.questions.invoice.total.question'), 'amount'],
    [t('tables.questions.invoice.tax.title'), t('tables.questions.invoice.tax.question'), 'amount'],
  ],
};
