import { collectionName } from '../components/collection-name';
import type { ChatScope } from '../state/chat-scope';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';

/** The collections and documents of a scope by their names, in its order. */
export function useScopeNames({ collections, documentIds }: ChatScope): readonly string[] {
  const documents = useLibrary((state) => state.documents);
  const titles = new Map(documents?.map(({ documentId, title }) => [documentId, title]));
  return [...collections.map(collectionName), ...documentIds.map((id) => titles.get(id) ?? t('chat.goneDocument'))];
}
