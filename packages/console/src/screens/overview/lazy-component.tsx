// Renders a component whose module is loaded after the first paint.
import { type FunctionComponent, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyComponentProps<Props extends object> {
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly props: Props;
}

/** Renders nothing while the module is loading, or if loading fails. */
export function LazyComponent<Props extends object>({ load, props }: LazyComponentProps<Props>) {
  const [component, setComponent] = useState<{ readonly of: FunctionComponent<Props> } | undefined>(
    undefined,
  );
  useEffect(() => {
    // Ignores errors. After an upgrade, the module's file may have a new name. The page must be reloaded to find it.
    load().then(
      (of) => setComponent({ of }),
      () => undefined,
    );
  }, []);
  return component === undefined ? null : h(component.of, props);
}
