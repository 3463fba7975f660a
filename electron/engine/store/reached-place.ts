import type { Connection } from '@lancedb/lancedb';
import type { IndexPlace } from './index-place';
import { placeError } from './store-errors';

/**
 * A connection to a place that an index is to be moved to, which has answered. Errors: those of a disk, or of a store
 * that refuses or does not answer.
 */
export async function reachedPlace(target: IndexPlace): Promise<Connection> {
  try {
    const connection = await target.connect(false);
    await connection.tableNames();
    return connection;
  } catch (error) {
    throw placeError(error, target);
  }
}
