import { t } from '@shared/words/index';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { useTables } from '../../state/tables';
import { IconButton } from '../../ui/Button';
import { Awaited } from '../../ui/Notices';
import { SideList } from '../../ui/SideList';
import { NewTable } from './NewTable';
import { TableView } from './TableView';

export function TablesRoom() {
  const { tableId, table, list, load } = useTables();
  useEffect(() => void load(), [load]);
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
      {tableId === null ? <NewTable /> : null}
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
