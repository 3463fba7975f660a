import { type ComponentType, type ElementType, lazy, type ReactNode, useState } from 'react';

interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  fetch(): Promise<void>;
}

/** A part that is fetched at its first drawing, or before: `lazy` alone suspends, which React hides for 300 ms. */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let here: ComponentType<Props> | null = null;
  const fetch = async (): Promise<void> => {
    here ??= await fetchPart();
  };
  const Awaited = lazy(async () => ({ default: await fetchPart() }));
  const draw = (props: Props): ReactNode => {
    // Chosen once: another component in its place would lose the state of the first.
    const [Drawn] = useState<ElementType>(() => here ?? Awaited);
    return <Drawn {...props} />;
  };
  return Object.assign(draw, { fetch });
}
