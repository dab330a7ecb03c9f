// Renders a component whose module is loaded after the first paint.
import { type FunctionComponent, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface LazyComponentProps<Props extends object> {
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly props: Props;
}

/** Renders nothing until the module is loaded, and if it cannot be loaded. */
export function LazyComponent<Props extends object>({ load, props }: LazyComponentProps<Props>) {
  const [component, setComponent] = useState<{ readonly of: FunctionComponent<Props> } | undefined>(
    undefined,
  );
  useEffect(() => {
    // Ignores errors. After an upgrade, the file of the module may have a different name, which only a reloaded page
    // contains.
    load().then(
      (of) => setComponent({ of }),
      () => undefined,
    );
  }, []);
  return component === undefined ? null : h(component.of, props);
}
