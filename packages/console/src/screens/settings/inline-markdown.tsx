// A phrase of Markdown as text: code as code, links as their words. Documents lie beside the software, not on this server.
import { spansOf } from './markdown-spans.ts';

export function InlineMarkdown({ text }: { readonly text: string }) {
  return (
    <>{spansOf(text).map((span, at) => (span.isCode ? <code key={at}>{span.text}</code> : span.text))}</>
  );
}
