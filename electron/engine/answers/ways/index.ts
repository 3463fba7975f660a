import { VitrineError } from '@shared/errors';
import { type ChosenWay, type WayId, wayIds } from '@shared/prompt/super-prompt';
import type { Asked, Way } from '../way';
import { calculation } from './calculation';
import { census } from './census';
import { comparison } from './comparison';
import { facts } from './facts';
import { fields } from './fields';
import { help } from './help';
import { overview } from './overview';
import { passages } from './passages';
import { summary } from './summary';

/** Every way to answer; `wayIds` says in which order they are asked. */
export const ways: Readonly<Record<WayId, Way>> = {
  help,
  facts,
  fields,
  census,
  overview,
  comparison,
  summary,
  calculation,
  passages,
};

/** Returns the first way that the question asks for. Errors: `cancelled`. */
export async function chosenWay(asked: Asked): Promise<ChosenWay> {
  for (const id of wayIds) {
    const match = await ways[id].asks(asked);
    if (match) return { id, ...match };
  }
  throw new Error('No way takes the question.');
}

/** Returns the way that a person wants. Errors: `edit-invalid` where it cannot answer this question. */
export async function wantedWay(asked: Asked, id: string): Promise<ChosenWay> {
  const known = wayIds.find((one) => one === id);
  if (!known) throw new VitrineError('edit-invalid', { why: 'choices', path: 'way', choices: [...wayIds] });
  const { asks, takes = asks } = ways[known];
  const match = await takes(asked);
  if (!match) throw new VitrineError('edit-invalid', { why: 'way-none', path: 'way' });
  return { id: known, ...match, byHand: true };
}
