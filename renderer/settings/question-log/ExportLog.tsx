import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../../components/Button';
import { menuLook } from '../../components/menu-look';
import { useQuestionLog } from '../../state/question-log';
import { t } from '../../strings/index';

/** The whole log as a file. */
export function ExportLog() {
  const save = useQuestionLog((state) => state.save);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button data-testid="log-export" icon={<Download size={14} aria-hidden />}>
          {t('chat.export')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-40 rounded-md border border-hairline bg-case p-1 shadow-float"
        >
          <DropdownMenu.Item data-testid="log-export-csv" className={menuLook.item} onSelect={() => void save('csv')}>
            {t('questionLog.asCsv')}
          </DropdownMenu.Item>
          <DropdownMenu.Item data-testid="log-export-json" className={menuLook.item} onSelect={() => void save('json')}>
            {t('questionLog.asJson')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
