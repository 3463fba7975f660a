import { requests } from '@shared/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type EditPath,
  type EditValue,
  editRequest,
  editsOf,
  toggled,
  useRunEdits,
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

  it('are gone when another run is edited', () => {
    const { set } = useRunEdits.getState();
    set('another', 'body.tone', 'formal', 'neutral');
    expect(edits().size).toBe(0);
    set('run', 'limits.N3_FINAL_SELECTION_MAX', 3, 24);
    expect([...edits().keys()]).toEqual(['limits.N3_FINAL_SELECTION_MAX']);
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
    expect(asked.from).toBeUndefined();
  });

  it('start at the Condenser where the selection was made by hand, so that the gate does not make it anew', () => {
    const asked = editRequest('run', new Map([['final_selection_ids', ['a', 'b']]]));
    expect(requests['run.edit'].parse(asked).from).toBe('A4_Condenser');
  });
});

describe('keeping and dropping a chunk', () => {
  it('leaves the others in their order', () => {
    expect(toggled(['a', 'b', 'c'], 'b', ['a', 'b', 'c'])).toEqual(['a', 'c']);
  });

  it('puts a chunk back to where its rank is', () => {
    expect(toggled(['a', 'c'], 'b', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(toggled(['a', 'b'], 'c', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  });
});
