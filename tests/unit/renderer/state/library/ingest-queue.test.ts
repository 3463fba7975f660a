import type { IngestReport } from '@shared/contract/index';
import { notice } from '@shared/words/sayings';
import { beforeEach, describe, expect, it } from 'vitest';
import { useQueue } from '../../../../../renderer/state/library/ingest-queue';
import { useSettings } from '../../../../../renderer/state/settings';
import { useShell } from '../../../../../renderer/state/shell';
import { useToasts } from '../../../../../renderer/state/toasts';

const values = { language: 'deu', documents: 1, model: 'bge', recommended: 'e5' };
const report = { files: [], notices: [notice('language-unread', values)] } as unknown as IngestReport;
const toasts = () => useToasts.getState().toasts;

describe('I21 a language that the search model does not read', () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));

  it('is a short notice outside the library, and leads to the models', () => {
    useShell.setState({ room: 'chat' });
    useQueue.getState().onFinished('job', report);
    expect(toasts().map(({ text }) => text)).toEqual([expect.stringContaining('bge does not read German')]);
    toasts()[0]?.action?.run();
    expect([useShell.getState().room, useSettings.getState().section]).toEqual(['settings', 'search']);
  });

  it('is in the report while that is visible', () => {
    useShell.setState({ room: 'library' });
    useQueue.getState().onFinished('job', report);
    expect(toasts()).toEqual([]);
    expect(useQueue.getState().reports.job).toBe(report);
  });
});
