import { FileDown } from 'lucide-react';
import { Button } from '../components/Button';
import type { ReportFormat } from '../state/evaluation';
import { t } from '../strings/index';

const formats: readonly ReportFormat[] = ['md', 'json', 'csv'];

interface ReportButtonsProps {
  /** Begins the test ids. */
  readonly of: 'report' | 'comparison';
  /** What a format is saved as, in a sentence. */
  says(format: ReportFormat): string;
  save(format: ReportFormat): void;
}

/** A button for each format in which a measurement is saved. */
export function ReportButtons({ of, says, save }: ReportButtonsProps) {
  return formats.map((format) => (
    <Button
      key={format}
      look="ghost"
      data-testid={`${of}-${format}`}
      aria-label={says(format)}
      title={says(format)}
      className="px-2! @2xl:px-3!"
      icon={<FileDown size={16} aria-hidden className="hidden @2xl:block" />}
      onClick={() => save(format)}
    >
      {t(`evaluate.as.${format}`)}
    </Button>
  ));
}
