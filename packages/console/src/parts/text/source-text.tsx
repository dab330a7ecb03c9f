// Text as it is, in lines of its own, that scrolls by keys, too.

export function SourceText({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys, too.
    <pre class="source" tabIndex={0}>
      {children}
    </pre>
  );
}
