import { requests } from '@shared/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type EditPath,
  type EditValue,
  editRequest,
  editsOf,
  otherVerdict,
  useRunEdits,
  verdictOf,
} from '../../../../renderer/state/run-edits';
import { aRun } from '../a-run';

const edits = () => editsOf(useRunEdits.getState(), aRun(8));

describe('the edits of a run', () => {
  beforeEach(() => useRunEdits.getState().discard());

  it('are kept until what the run has is put back', () => {
    const { set } = useRunEdits.getState();
    set('run', 'body.tone', 'formal', 'neutral');
    expect([...edits()]).toEqual([['body.tone', 'formal']]);
    set('run', 'body.tone', 'neutral', 'neutral');
    expect(edits().size).toBe(0);
  });

  it('are asked for in the form that the contract wants', () => {
    const asked = editRequest(
      'run',
      new Map<EditPath, EditValue>([
        ['body.tone', 'formal'],
        ['limits.gate.relevanceThreshold', 0.5],
      ]),
    );
    expect(requests['run.edit'].parse(asked)).toEqual(asked);
  });

  it('ask for a verdict by its chunk', () => {
    const asked = editRequest('run', new Map<EditPath, EditValue>([['decisions.a', 'keep']]));
    expect(requests['run.edit'].parse(asked)).toEqual(asked);
  });
});

describe('the verdict on a chunk', () => {
  const verdicts = {
    a: { verdict: 'keep', reason: { code: 'relevance' } },
    b: { verdict: 'drop_duplicate', reason: { code: 'relevance' } },
  } as const;

  it('is the one of the gate until it is edited', () => {
    expect(verdictOf(verdicts, new Map(), 'a')).toEqual({ kept: true, original: 'keep', edited: false });
    const edited = new Map<EditPath, EditValue>([['decisions.b', 'keep']]);
    expect(verdictOf(verdicts, edited, 'b')).toEqual({ kept: true, original: 'drop_duplicate', edited: true });
  });

  it('turns to and fro, back to what the gate had said', () => {
    expect(otherVerdict({ kept: true, original: 'keep' })).toBe('drop_irrelevant');
    expect(otherVerdict({ kept: false, original: 'drop_duplicate' })).toBe('keep');
    expect(otherVerdict({ kept: true, original: 'drop_duplicate' })).toBe('drop_duplicate');
  });
});
