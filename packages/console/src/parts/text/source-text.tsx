// Preformatted text, scrollable with the keyboard.

export function PreformattedText({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the text cannot be scrolled by keyboard.
    <pre class="source" tabIndex={0}>
      {children}
    </pre>
  );
}
