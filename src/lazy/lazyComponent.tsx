import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component whose code is loaded when it is first drawn; `Waiting` is drawn until then. A failure to load is thrown to
 * the next error boundary, and drawing again tries again.
 *
 * It is drawn as soon as its code is there. `React.lazy` is not: React shows what replaces the fallback of a `Suspense`
 * no earlier than 300 ms after the fallback.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LazyComponent(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      let isDrawn = true;
      load().then(
        (component) => {
          loaded = component;
          if (isDrawn) setShown(() => component);
        },
        (error: unknown) => {
          if (isDrawn) setFailure({ error });
        },
      );
      return () => {
        isDrawn = false;
      };
    }, []);
    if (failure) throw failure.error;
    if (Shown) return <Shown {...props} />;
    return Waiting ? <Waiting /> : null;
  };
}
