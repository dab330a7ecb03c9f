// Rewrites a style sheet so that it refers to nothing outside the page. Replaces URLs by offset and leaves the
// remaining text unchanged, so that browser hacks survive. The result is safe inside a `style` element.
import { string as cssString, url as cssUrl, tokenTypes } from 'css-tree';
import { readImport } from './css-import.ts';
import {
  type CssToken,
  completeToken,
  decodeTokenName,
  findClosingCharacter,
  readClosingCharacter,
  tokenizeCss,
  unescapeUrlLetters,
} from './css-tokens.ts';
import { isDataUrl, rewriteDataUrl } from './data-url.ts';
import type { ReferenceKind } from './page-report.ts';
import { resolveUrl } from './resolve-url.ts';

/** Piece of a rewritten style sheet: text, an image's data URL, a font's source, or an imported sheet's text. */
export type CssPiece =
  | string
  | { readonly inline: number }
  | { readonly font: number }
  | { readonly sheet: number };

export interface CssContext {
  /** URL against which the URLs of the text are resolved. */
  readonly baseUrl: string;
  /** Registers a reference. Returns undefined if it exceeds a limit. */
  refer(kind: ReferenceKind, urls: readonly string[]): number | undefined;
}

/** URL that has no content and that browsers do not request. */
export const NO_URL = 'data:,';
const NO_IMAGE = `url(${NO_URL})`;
/** Source of a font that is missing. Browsers would report an empty data URL as a damaged font. */
export const NO_FONT = 'local(none)';

/** Functions in which a string is the URL of an image. */
const IMAGE_FUNCTIONS = new Set([
  'image-set',
  '-webkit-image-set',
  '-moz-image-set',
  'image',
  '-webkit-cross-fade',
  'cross-fade',
]);
const URL_FUNCTIONS = new Set(['url', 'src']);
/**
 * At-rules that are removed. The first two are valid only at the start of a sheet; `document` rules do not apply to the
 * rendered page.
 */
const DROPPED_RULES = new Set(['charset', 'namespace', 'document', '-moz-document']);

/** URL of an element of the page itself, such as a gradient. CSS Values: browsers never load such a URL. */
const LOCAL_URL = /^#[\w.:-]+$/;

/** Rewrites the text of a style sheet or of a `style` attribute. */
export function rewriteCss(text: string, context: CssContext): CssPiece[] {
  return new CssRewriter(unescapeUrlLetters(text.replace(/^\ufeff/, '')), context).rewrite();
}

interface OpenBlock {
  readonly closer: string;
  /** Name of the function, or of the at-rule to which the block belongs. */
  readonly name: string;
}

class CssRewriter {
  readonly #text: string;
  readonly #tokens: readonly CssToken[];
  readonly #context: CssContext;
  readonly #blocks: OpenBlock[] = [];
  readonly #pieces: CssPiece[] = [];
  /** Name of the at-rule whose block has not begun. */
  #rule = '';
  /** Whether an `@import` is still valid here. */
  #allowsImport = true;

  constructor(text: string, context: CssContext) {
    this.#text = text;
    this.#tokens = tokenizeCss(text);
    this.#context = context;
  }

  rewrite(): CssPiece[] {
    for (let at = 0; at < this.#tokens.length; ) at = this.#copy(at);
    const last = this.#tokens.at(-1);
    if (last) this.#write(completeToken(last.type, this.#textOf(last)));
    // Close open blocks, because another sheet may follow.
    for (const { closer } of this.#blocks.reverse()) this.#write(closer);
    return joinPieces(this.#pieces);
  }

  /** Copies the token at this index. Returns the index of the next token. */
  #copy(at: number): number {
    const token = this.#tokens[at]!;
    const { type } = token;
    if (type === tokenTypes.AtKeyword) return this.#copyAtKeyword(at);
    if (type === tokenTypes.Function && URL_FUNCTIONS.has(this.#nameOf(token)))
      return this.#copyUrlFunction(at);
    this.#updateImportState(type);
    if (type === tokenTypes.Url) this.#writeUrl(cssUrl.decode(this.#textOf(token)));
    else if (type === tokenTypes.BadUrl) this.#write(NO_IMAGE);
    else if (type === tokenTypes.String && IMAGE_FUNCTIONS.has(this.#blocks.at(-1)?.name ?? ''))
      this.#writeUrl(cssString.decode(this.#textOf(token)));
    else if (type === tokenTypes.CDO || type === tokenTypes.CDC) this.#write(' ');
    else if (this.#trackBlocks(token)) this.#write(disarm(token, this.#text));
    return at + 1;
  }

  /** Tracks open blocks. Returns false for a token that closes a block that was not opened. */
  #trackBlocks(token: CssToken): boolean {
    const closer = findClosingCharacter(token.type);
    if (closer !== undefined) {
      const isFunction = token.type === tokenTypes.Function;
      this.#blocks.push({ closer, name: isFunction ? this.#nameOf(token) : this.#rule });
      if (token.type === tokenTypes.LeftCurlyBracket) this.#rule = '';
      return true;
    }
    if (token.type === tokenTypes.Semicolon) this.#rule = '';
    const closing = readClosingCharacter(token.type);
    if (closing === undefined) return true;
    if (this.#blocks.at(-1)?.closer === closing) this.#blocks.pop();
    // A brace also ends unclosed parentheses inside its block.
    else if (closing === '}' && this.#blocks.some(({ closer: open }) => open === '}')) {
      while (this.#blocks.at(-1)!.closer !== '}') this.#write(this.#blocks.pop()!.closer);
      this.#blocks.pop();
    } else return false;
    return true;
  }

  #updateImportState(type: number): void {
    const isBlank =
      type === tokenTypes.WhiteSpace ||
      type === tokenTypes.Comment ||
      type === tokenTypes.CDO ||
      type === tokenTypes.CDC ||
      type === tokenTypes.Semicolon;
    if (!isBlank && this.#rule !== 'layer') this.#allowsImport = false;
    if (type === tokenTypes.LeftCurlyBracket) this.#allowsImport = false;
  }

  #copyAtKeyword(at: number): number {
    const token = this.#tokens[at]!;
    const name = this.#nameOf(token);
    if (name === 'import') return this.#copyImport(at);
    if (DROPPED_RULES.has(name)) return this.#skipStatement(at);
    this.#rule = name;
    if (name !== 'layer') this.#allowsImport = false;
    this.#write(this.#textOf(token));
    return at + 1;
  }

  #copyImport(at: number): number {
    const end = this.#skipStatement(at);
    if (!this.#allowsImport || this.#blocks.length > 0) return end;
    const found = readImport(this.#text, this.#tokens.slice(at + 1, end));
    const url = found && resolveUrl(found.url, this.#context.baseUrl);
    const sheet = url === undefined ? undefined : this.#context.refer('import', [url]);
    if (!found || sheet === undefined) return end;
    // Rewrite the conditions as well, because they are CSS and may contain URLs.
    const conditions = found.conditions.map((condition) => rewriteCss(condition, this.#context));
    for (const condition of conditions) this.#pieces.push(...condition, '{');
    this.#pieces.push('\n', { sheet }, '\n', '}'.repeat(conditions.length));
    return end;
  }

  /** Returns the index after the semicolon or the block that ends the statement. */
  #skipStatement(from: number): number {
    let depth = 0;
    for (let at = from + 1; at < this.#tokens.length; at++) {
      const { type } = this.#tokens[at]!;
      if (type === tokenTypes.Semicolon && depth === 0) return at + 1;
      if (findClosingCharacter(type) !== undefined) depth++;
      else if (readClosingCharacter(type) !== undefined) {
        // This token ends the block that contains the statement.
        if (depth === 0) return at;
        depth--;
        if (depth === 0 && type === tokenTypes.RightCurlyBracket) return at + 1;
      }
    }
    return this.#tokens.length;
  }

  /**
   * Writes `url("…")` and `src("…")` with the rewritten URL. Writes an empty image for other content, such as
   * `var(--x)`, because its URL is unknown.
   */
  #copyUrlFunction(at: number): number {
    this.#allowsImport = false;
    let depth = 1;
    let text: string | undefined;
    let end = at + 1;
    for (; end < this.#tokens.length && depth > 0; end++) {
      const token = this.#tokens[end]!;
      if (token.type === tokenTypes.String) text ??= cssString.decode(this.#textOf(token));
      if (findClosingCharacter(token.type) !== undefined) depth++;
      else if (readClosingCharacter(token.type) !== undefined) depth--;
    }
    if (text === undefined) this.#write(NO_IMAGE);
    else this.#writeUrl(text);
    return end;
  }

  #writeUrl(text: string): void {
    if (LOCAL_URL.test(text)) {
      this.#write(`url("${text}")`);
      return;
    }
    const kind = this.#blocks.some(({ name }) => name === 'font-face') ? 'font' : 'image';
    const nothing = kind === 'font' ? NO_FONT : NO_IMAGE;
    if (isDataUrl(text)) {
      const data = rewriteDataUrl(text, kind);
      this.#write(data === undefined ? nothing : `url(${data})`);
      return;
    }
    const url = text.trim() === '' ? undefined : resolveUrl(text, this.#context.baseUrl);
    const id = url === undefined ? undefined : this.#context.refer(kind, [url]);
    if (id === undefined) this.#write(nothing);
    else if (kind === 'font') this.#pieces.push({ font: id });
    else this.#pieces.push('url(', { inline: id }, ')');
  }

  #nameOf(token: CssToken): string {
    return decodeTokenName(this.#textOf(token));
  }

  #textOf({ start, end }: CssToken): string {
    return this.#text.slice(start, end);
  }

  #write(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }
}

/**
 * Returns the text of the token. Removes or escapes each `<` in comments and strings, which could otherwise end the
 * `style` element.
 */
function disarm({ type, start, end }: CssToken, whole: string): string {
  const text = whole.slice(start, end);
  if (!text.includes('<')) return text;
  if (type === tokenTypes.Comment) return '/**/';
  if (type === tokenTypes.String || type === tokenTypes.BadString)
    return text.replace(/\\[\s\S]|</g, (part) => (part === '<' || part === '\\<' ? '\\3c ' : part));
  return text;
}

const TAG_START = /<(?=[a-z/!?])/gi;

/** Joins neighbouring texts. A `<` that remains is an operator: a space after it prevents the start of a tag. */
function joinPieces(pieces: readonly CssPiece[]): CssPiece[] {
  const joined: CssPiece[] = [];
  let text: string[] = [];
  const flush = () => {
    if (text.length > 0) joined.push(text.join('').replace(TAG_START, '< '));
    text = [];
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text.push(piece);
    } else {
      flush();
      joined.push(piece);
    }
  }
  flush();
  return joined;
}
