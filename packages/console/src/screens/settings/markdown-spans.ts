// Splits inline Markdown into text and code. Replaces links by their text, and removes links in parentheses, because
// this server does not serve the linked documents.

/** Matches `` `x` `` and `[words](address)`. */
const SPAN = /`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;

export interface MarkdownSpan {
  readonly text: string;
  readonly isCode: boolean;
}

/** Matches a reference such as ` ([A standby](runbooks/scale.md#a-standby))`. */
const REFERENCE = / ?\(\[[^\]]+\]\([^)]*\)\)/g;

export function splitMarkdown(given: string): MarkdownSpan[] {
  const text = given.replace(REFERENCE, '');
  const spans: MarkdownSpan[] = [];
  let end = 0;
  for (const { 0: whole, 1: code, 2: words, index } of text.matchAll(SPAN)) {
    if (index > end) spans.push({ text: text.slice(end, index), isCode: false });
    spans.push(code === undefined ? { text: words!, isCode: false } : { text: code, isCode: true });
    end = index + whole.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end), isCode: false });
  return spans;
}
