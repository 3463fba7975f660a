import type { TableTemplate } from '@shared/contract/index';
import { tableTemplates } from '@shared/contract/review-tables';
import { t } from '@shared/words/index';
import { FileSignature, GraduationCap, PencilLine, Plus, ReceiptText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FirstStart } from '../../panels/FirstStart';
import { ScopePicker } from '../../panels/scope/ScopePicker';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { useLibrary } from '../../state/library/library';
import { useTables } from '../../state/tables';
import { IconButton } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Awaited } from '../../ui/Notices';
import { SideList } from '../../ui/SideList';
import { TableView } from './TableView';

export function TablesRoom() {
  const { tableId, table, list, load } = useTables();
  useEffect(() => void load(), [load]);
  const hasNothing = useLibrary((state) => state.documents?.length === 0);
  const opening = tableId !== null && table === null;
  return (
    <Workspace list={<TableList />} listLabel={t('app.rooms.tables')}>
      {table ? <TableView key={table.tableId} table={table} /> : null}
      {opening ? (
        <>
          <PaneHeader
            title={list?.find((known) => known.tableId === tableId)?.name ?? t('app.rooms.tables')}
            lead={<FoldedListButton />}
          />
          <Awaited waits error={null} text={t('tables.loading')} around="p-4" />
        </>
      ) : null}
      {tableId === null ? (
        <>
          <PaneHeader title={t('tables.new')} lead={<FoldedListButton />} />
          {hasNothing ? <FirstStart /> : <Choices />}
        </>
      ) : null}
    </Workspace>
  );
}

function TableList() {
  const { list, leaving, tableId, open, startNew, rename, remove } = useTables();
  const [naming, setNaming] = useState<string | null>(null);
  return (
    <>
      <PaneHeader title={t('app.rooms.tables')}>
        <IconButton icon={Plus} label={t('tables.new')} data-testid="new-table" data-open onClick={() => startNew()} />
      </PaneHeader>
      {list === null ? null : (
        <SideList
          label={t('app.rooms.tables')}
          testId="table-row"
          current={tableId}
          empty={t('tables.none')}
          items={list
            .filter((one) => !leaving.has(one.tableId))
            .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
            .map(({ tableId: id, name, rows, columns, filling }) => ({
              id,
              title: name,
              note: [
                filling === 'idle' ? '' : t(`tables.filling.${filling}`),
                t('quantity.documents', { count: rows }),
                t('tables.columns', { count: columns }),
              ]
                .filter(Boolean)
                .join(' · '),
            }))}
          open={(id) => void open(id)}
          remove={{ label: (name) => t('collection.menu', { name }), run: remove }}
          more={(id) => [{ id: 'rename', label: t('tables.rename'), command: 'list-rename', run: () => setNaming(id) }]}
          naming={
            naming === null
              ? null
              : {
                  id: naming,
                  label: t('app.itsName'),
                  done(name) {
                    setNaming(null);
                    if (name !== null) void rename(naming, name);
                  },
                }
          }
        />
      )}
    </>
  );
}

const icons = { none: PencilLine, contract: FileSignature, paper: GraduationCap, invoice: ReceiptText } as const;

const asks = {
  contract: [
    'contract.parties',
    'contract.effective',
    'contract.term',
    'contract.law',
    'contract.notice',
    'contract.amount',
  ],
  paper: ['paper.authors', 'paper.year', 'paper.sample', 'paper.method', 'paper.result'],
  invoice: ['invoice.number', 'invoice.date', 'invoice.due', 'invoice.supplier', 'invoice.total', 'invoice.tax'],
} as const;

const askedBy = (template: TableTemplate | 'none'): string =>
  template === 'none' ? t('tables.own') : asks[template].map((ask) => t(`tables.questions.${ask}.title`)).join(', ');

function Choices() {
  const { scope, busy, create } = useTables();
  const [name, setName] = useState('');
  return (
    <div data-testid="new-table-form" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-180 flex-col gap-6 px-6 py-6">
        <p className="text-14 text-soft">{t('tables.intro')}</p>
        <div className="flex flex-wrap gap-x-10 gap-y-6">
          <section aria-labelledby="tables-rows" className="min-w-60">
            <h3 id="tables-rows" className="text-14 font-medium">
              {t('palette.groups.documents')}
            </h3>
            <div className="mt-1 flex min-h-9 max-w-88 flex-wrap items-center gap-1 rounded-md border border-edge px-1 text-12">
              <ScopePicker scope={scope} setScope={(next) => useTables.setState({ scope: next })} />
            </div>
          </section>
          <TextField
            name={t('app.itsName')}
            data-testid="table-name"
            value={name}
            placeholder={t('tables.nameHint')}
            write={setName}
            className="min-w-60 flex-1"
          />
        </div>
        <section aria-labelledby="tables-start">
          <h3 id="tables-start" className="text-16 font-semibold">
            {t('tables.start')}
          </h3>
          <ul className="mt-3 grid gap-3 @xl:grid-cols-2">
            {([...tableTemplates, 'none'] as const).map((template) => {
              const Icon = icons[template];
              return (
                <li key={template}>
                  <button
                    type="button"
                    data-testid={`template-${template}`}
                    aria-disabled={busy === 'creating'}
                    onClick={() => void create(name, template === 'none' ? null : template)}
                    className="flex h-full w-full items-start gap-3 rounded-md border border-edge bg-case p-4 text-start transition-colors duration-120 hover:border-accent hover:bg-ground"
                  >
                    <Icon size={20} strokeWidth={1.6} className="mt-0.5 shrink-0 text-accent" />
                    <span className="min-w-0">
                      <span className="block font-medium">{t(`tables.templates.${template}`)}</span>
                      <span className="mt-1 block text-12 text-muted">{askedBy(template)}</span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      </div>
    </div>
  );
}
