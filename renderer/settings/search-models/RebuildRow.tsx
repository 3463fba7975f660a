import { RebuildProgress } from '../../components/RebuildProgress';
import { useRebuild } from '../../state/rebuild';

/** The rebuild of the index, where there is one: a change of the model is not over before it. */
export function RebuildRow() {
  const shown = useRebuild(({ rebuild, refused }) => rebuild !== null || refused !== null);
  return shown ? (
    <div className="mb-2">
      <RebuildProgress />
    </div>
  ) : null;
}
