import type { ModelSummary } from '@shared/contract/index';
import { useLibrary } from '../state/library';
import { useSearchModels } from '../state/search-models';

/** A model's name without what the engine adds in brackets: where it comes from is said beside it. */
export const nameOf = ({ title }: Pick<ModelSummary, 'title'>): string => title.replace(/ \([^()]*\)$/u, '');

/** Names embedding models by their ids, as far as the engine has told their names; else by the id. */
export function useModelNames(): (id: string) => string {
  const active = useLibrary((state) => state.status?.model);
  const listed = useSearchModels((state) => state.models);
  return (id) => {
    const title = listed?.find((model) => model.id === id)?.title ?? (active?.id === id ? active.title : undefined);
    return title === undefined ? id : nameOf({ title });
  };
}
