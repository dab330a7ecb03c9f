// Reads `@import` statements (css-cascade-5, section 2).
import { string as cssString, url as cssUrl, tokenTypes } from 'css-tree';
import { type CssToken, decodeTokenName, findClosingCharacter, readClosingCharacter } from './css-tokens.ts';

export interface CssImport {
  readonly url: string;
  /** At-rules that apply to the imported sheet, without their blocks, such as `@media print`. The outermost is first. */
  readonly conditions: readonly string[];
}

/** Reads the tokens between `@import` and its semicolon. Returns undefined if they contain no URL. */
export function readImport(text: string, tokens: readonly CssToken[]): CssImport | undefined {
  const parts = groupTokens(text, tokens);
  const url = parts.shift();
  if (url?.url === undefined) return undefined;
  const conditions: string[] = [];
  const first = parts[0];
  if (first?.name === 'layer') {
    conditions.push(`@layer ${first.content ?? ''}`);
    parts.shift();
  }
  if (parts[0]?.name === 'supports' && parts[0].content !== undefined) {
    const { content } = parts.shift()!;
    conditions.push(`@supports (${content})`);
  }
  const media = parts.map((part) => part.text).join(' ');
  if (media.trim() !== '') conditions.push(`@media ${media}`);
  return { url: url.url, conditions };
}

interface ImportPart {
  readonly text: string;
  readonly url?: string;
  /** Name of a keyword or function. */
  readonly name?: string;
  /** Text between the parentheses of a function. */
  readonly content?: string;
}

/** Groups each function with its content. Omits white space and comments. */
function groupTokens(text: string, tokens: readonly CssToken[]): ImportPart[] {
  const parts: ImportPart[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const own = text.slice(token.start, token.end);
    if (token.type === tokenTypes.Semicolon || token.type === tokenTypes.LeftCurlyBracket) break;
    if (token.type === tokenTypes.WhiteSpace || token.type === tokenTypes.Comment) continue;
    if (token.type === tokenTypes.Url) parts.push({ text: own, url: cssUrl.decode(own) });
    else if (token.type === tokenTypes.String) parts.push({ text: own, url: cssString.decode(own) });
    else if (findClosingCharacter(token.type) !== undefined) {
      const last = findEnd(tokens, at);
      const isClosed = readClosingCharacter(tokens[last]!.type) !== undefined && last > at;
      const content = text.slice(token.end, isClosed ? tokens[last]!.start : tokens[last]!.end);
      const name = token.type === tokenTypes.Function ? decodeTokenName(own) : '';
      const quoted =
        name === 'url' ? tokens.slice(at, last).find(({ type }) => type === tokenTypes.String) : undefined;
      parts.push({
        text: `${own}${content}${findClosingCharacter(token.type)}`,
        name,
        content,
        ...(quoted && { url: cssString.decode(text.slice(quoted.start, quoted.end)) }),
      });
      at = last;
    } else {
      parts.push({ text: own, ...(token.type === tokenTypes.Ident && { name: decodeTokenName(own) }) });
    }
  }
  return parts;
}

/** Returns the index of the token that closes the block at this index, or of the last token. */
function findEnd(tokens: readonly CssToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { type } = tokens[at]!;
    if (findClosingCharacter(type) !== undefined) depth++;
    else if (readClosingCharacter(type) !== undefined) depth--;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}
