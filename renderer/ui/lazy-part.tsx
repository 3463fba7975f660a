import { type ComponentType, type ElementType, lazy, type ReactNode, useState } from 'react';

interface LazyPart<Props extends object> {
  /** Suspends where the part has not been fetched. */
  (props: Props): ReactNode;
  /** Fetches the part, so that it is there when it is opened; failures are the caller's. */
  fetch(): Promise<void>;
}

/**
 * A part of the page that is fetched when it is first drawn, or before. One that is there is drawn at once: `lazy` alone
 * would suspend all the same, and React keeps what was suspended away for 300 ms.
 */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let here: ComponentType<Props> | null = null;
  const fetch = async (): Promise<void> => {
    here ??= await fetchPart();
  };
  const Awaited = lazy(async () => ({ default: await fetchPart() }));
  const draw = (props: Props): ReactNode => {
    // Chosen once: another component in its place would lose what stands in the first.
    const [Drawn] = useState<ElementType>(() => here ?? Awaited);
    return <Drawn {...props} />;
  };
  return Object.assign(draw, { fetch });
}
