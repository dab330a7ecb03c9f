// Rewrites a captured HTML document as a document without scripts, forms and external references. Parses it as a
// browser without scripting does, and writes only elements and attributes of the allow-list. All captured text is
// escaped for its context, so that another parser cannot find other elements in the result.
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  allowedElements,
  droppedElements,
  formControls,
  isCopiedAttribute,
  voidElements,
} from './allow-list.ts';
import { isDataUrl, rewriteDataUrl } from './data-url.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { isHtmlElement, iterateNodes, listSources, readAttributes, readText } from './html-tree.ts';
import { listImageUrls } from './lazy-images.ts';
import { pageLimits } from './limits.ts';
import type { ReferenceKind } from './page-report.ts';
import { type PageRefresh, parseRefresh } from './refresh.ts';
import { findOwnFragment, resolveUrl } from './resolve-url.ts';
import { type CssPiece, rewriteCss } from './rewrite-css.ts';

/** Piece of a rewritten document. `image`: attribute `src` of an image. `frame`: document of a frame. */
export type HtmlPiece =
  | CssPiece
  | { readonly image: number; readonly isTitled: boolean }
  | { readonly frame: number };

export interface HtmlContext {
  readonly url: string;
  /** URL of the console's page for captures; undefined to write no links. */
  readonly linkBase: string | undefined;
  /** Time of the capture. Links lead to captures around this time. */
  readonly collectionMs: number;
  readonly isXhtml: boolean;
  /** Whether the document is the content of a frame. */
  readonly isFrame: boolean;
  refer(kind: ReferenceKind, urls: readonly string[]): number | undefined;
}

export interface RewrittenHtml {
  readonly pieces: readonly HtmlPiece[];
  readonly title: string | undefined;
  readonly refresh: PageRefresh | undefined;
  readonly isFrameset: boolean;
  readonly isCut: boolean;
}

const MAX_TITLE = 500;
/** Sandbox token of frames, which lets a link that the user clicks open in the console's window. */
const FRAME_SANDBOX = 'allow-top-navigation-by-user-activation';
const QUIRKS = {
  'no-quirks': '<!doctype html>',
  'limited-quirks': '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">',
  quirks: '',
};

export function rewriteHtml(html: string, context: HtmlContext): RewrittenHtml {
  // Parse without scripting, as the browser does in the sandboxed frame. With scripting, `noscript` would be parsed as
  // text.
  const document = parse(context.isXhtml ? expandEmptyElements(html) : html, { scriptingEnabled: false });
  return new HtmlRewriter(document, context).rewrite();
}

/** XHTML allows `<title/>`. HTML would read the rest of the document as the content of the element. */
function expandEmptyElements(html: string): string {
  return html.replace(
    /<(script|style|title|textarea|iframe|noscript|a|div|span|p)\b([^<>]*)\/>/gi,
    '<$1$2></$1>',
  );
}

type Step = { readonly node: Tree.ChildNode } | { readonly text: string };

class HtmlRewriter {
  readonly #document: Tree.Document;
  readonly #context: HtmlContext;
  readonly #pieces: HtmlPiece[] = [];
  #baseUrl: string;
  #title: string | undefined;
  #refresh: PageRefresh | undefined;
  #isFrameset = false;

  constructor(document: Tree.Document, context: HtmlContext) {
    this.#document = document;
    this.#context = context;
    this.#baseUrl = context.url;
  }

  rewrite(): RewrittenHtml {
    const isCut = this.#examine();
    this.#write(QUIRKS[this.#document.mode as keyof typeof QUIRKS] ?? '');
    // Recursion would overflow the stack: captured documents may nest elements 100,000 deep.
    const steps: Step[] = this.#document.childNodes.map((node) => ({ node })).reverse();
    for (let nodes = 0; steps.length > 0; ) {
      const step = steps.pop()!;
      if ('text' in step) this.#write(step.text);
      else if (++nodes <= pageLimits.nodes) for (const next of this.#writeNode(step.node)) steps.push(next);
    }
    return {
      pieces: this.#pieces,
      title: this.#title,
      refresh: this.#refresh,
      isFrameset: this.#isFrameset,
      isCut,
    };
  }

  /** Finds the base URL, the title, the meta refresh and framesets. Returns whether there are too many nodes. */
  #examine(): boolean {
    let hasBase = false;
    let nodes = 0;
    for (const node of iterateNodes(this.#document)) {
      nodes++;
      if (!isHtmlElement(node)) continue;
      const attributes = readAttributes(node);
      if (node.tagName === 'base' && !hasBase && attributes.has('href')) {
        hasBase = true;
        this.#baseUrl = resolveUrl(attributes.get('href')!, this.#context.url) ?? this.#context.url;
      } else if (node.tagName === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
        this.#refresh ??= parseRefresh(attributes.get('content'), this.#baseUrl);
      } else if (node.tagName === 'title') {
        this.#title ??= readText(node).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
      } else if (node.tagName === 'frameset') this.#isFrameset = true;
    }
    return nodes > pageLimits.nodes;
  }

  /** Writes the start of a node. Returns the following steps in reverse order. */
  #writeNode(node: Tree.ChildNode): Step[] {
    if (node.nodeName === '#text') {
      this.#write(escapeText((node as Tree.TextNode).value));
      return [];
    }
    if (!isHtmlElement(node)) return [];
    const { tagName } = node;
    if (tagName === 'img') this.#writeImage(node);
    else if (tagName === 'style') this.#writeStyle(node);
    else if (tagName === 'link') this.#writeLink(node);
    else if (tagName === 'iframe') this.#writeFrame(node);
    else if (tagName === 'frameset') this.#writeFrameset(node);
    else if (!droppedElements.has(tagName)) return this.#writeElement(node);
    return [];
  }

  #writeElement(node: Tree.Element): Step[] {
    const children: Step[] = node.childNodes.map((child) => ({ node: child }));
    const { tagName } = node;
    if (!allowedElements.has(tagName)) return children.reverse();
    this.#write(`<${tagName}`);
    this.#writeAttributes(tagName, readAttributes(node));
    this.#write('>');
    if (voidElements.has(tagName)) return [];
    // Parsers drop a newline directly after these start tags. Write an extra one, so that no newline of the text is
    // lost.
    if (tagName === 'pre' || tagName === 'textarea' || tagName === 'listing') this.#write('\n');
    return [{ text: `</${tagName}>` }, ...children.reverse()];
  }

  #writeAttributes(tagName: string, attributes: ReadonlyMap<string, string>): void {
    for (const [name, value] of attributes) {
      if (name === 'disabled' && formControls.has(tagName)) continue;
      if (isCopiedAttribute(name)) this.#write(` ${name}="${escapeAttribute(value)}"`);
    }
    if (formControls.has(tagName)) this.#write(' disabled=""');
    if (tagName === 'a' || tagName === 'area') this.#writeHref(attributes.get('href'));
    const map = attributes.get('usemap');
    if (tagName === 'img' && map?.startsWith('#')) this.#write(` usemap="${escapeAttribute(map)}"`);
    this.#writeStyleAttribute(attributes.get('style') ?? '', attributes.get('background'));
  }

  /** Writes a link to the console's page for the captures of the URL, or to a place on this page. */
  #writeHref(href: string | undefined): void {
    if (href === undefined) return;
    const { url: pageUrl, linkBase, collectionMs, isFrame } = this.#context;
    const fragment = findOwnFragment(href, this.#baseUrl, pageUrl);
    if (fragment !== undefined) {
      // Omit the link in a frame, because browsers would resolve the fragment against the URL of the surrounding page.
      if (!isFrame) this.#write(` href="${escapeAttribute(fragment)}"`);
      return;
    }
    const url = resolveUrl(href, this.#baseUrl);
    if (url === undefined || linkBase === undefined) return;
    const target = `${linkBase}?url=${encodeURIComponent(url)}&at=${collectionMs}`;
    this.#write(` href="${escapeAttribute(target)}" target="_top" rel="noopener"`);
  }

  #writeStyleAttribute(style: string, background: string | undefined): void {
    const image = background === undefined ? undefined : this.#referToImage([background]);
    if (style.trim() === '' && image === undefined) return;
    this.#write(' style="');
    if (image !== undefined) this.#pieces.push('background-image:url(', image, ');');
    // `@import` has no effect in a `style` attribute.
    const refer: HtmlContext['refer'] = (kind, urls) =>
      kind === 'import' ? undefined : this.#context.refer(kind, urls);
    for (const piece of rewriteCss(style, { baseUrl: this.#baseUrl, refer }))
      this.#pieces.push(typeof piece === 'string' ? escapeAttribute(piece) : piece);
    this.#write('"');
  }

  #writeImage(node: Tree.Element): void {
    const attributes = readAttributes(node);
    this.#write('<img');
    this.#writeAttributes('img', attributes);
    const source = this.#referToImage(listImageUrls(attributes, listSources(node)));
    if (typeof source === 'string') this.#write(` src="${source}"`);
    else if (source) this.#pieces.push({ image: source.inline, isTitled: attributes.has('title') });
    this.#write('>');
  }

  /** Returns the data URL of an image on the page, or a reference to the first of the URLs that was captured. */
  #referToImage(urls: readonly string[]): string | { readonly inline: number } | undefined {
    const first = urls[0];
    if (first !== undefined && isDataUrl(first)) return rewriteDataUrl(first, 'image');
    const resolved = urls.flatMap((url) => resolveUrl(url, this.#baseUrl) ?? []);
    const inline = resolved.length === 0 ? undefined : this.#context.refer('image', resolved);
    return inline === undefined ? undefined : { inline };
  }

  #writeStyle(node: Tree.Element): void {
    const attributes = readAttributes(node);
    if (!isCssType(attributes.get('type'))) return;
    const refer: HtmlContext['refer'] = (kind, urls) => this.#context.refer(kind, urls);
    const pieces = rewriteCss(readText(node), { baseUrl: this.#baseUrl, refer });
    this.#writeSheet(attributes.get('media'), pieces);
  }

  #writeLink(node: Tree.Element): void {
    const attributes = readAttributes(node);
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (!relations.includes('stylesheet') || relations.includes('alternate') || attributes.has('disabled'))
      return;
    const url = resolveUrl(attributes.get('href') ?? '', this.#baseUrl);
    if (url === undefined || !attributes.get('href') || !isCssType(attributes.get('type'))) return;
    const sheet = this.#context.refer('style', [url]);
    if (sheet !== undefined) this.#writeSheet(attributes.get('media'), [{ sheet }]);
  }

  #writeSheet(media: string | undefined, pieces: readonly CssPiece[]): void {
    this.#write(media === undefined ? '<style>' : `<style media="${escapeAttribute(media)}">`);
    this.#pieces.push(...pieces);
    this.#write('</style>');
  }

  #writeFrame(node: Tree.Element): void {
    const attributes = readAttributes(node);
    this.#write(`<iframe sandbox="${FRAME_SANDBOX}"`);
    this.#writeAttributes('iframe', attributes);
    const url = resolveUrl(attributes.get('src') ?? '', this.#baseUrl);
    const frame =
      url === undefined || !attributes.get('src') ? undefined : this.#context.refer('frame', [url]);
    // A frame with `src` would connect to its host even if the policy forbids its content.
    this.#write(' srcdoc="');
    if (frame !== undefined) this.#pieces.push({ frame });
    this.#write('"></iframe>');
  }

  /** Writes a list of links instead of the frames. */
  #writeFrameset(node: Tree.Element): void {
    this.#write('<body><ul>');
    for (const frame of iterateNodes(node)) {
      if (!isHtmlElement(frame) || frame.tagName !== 'frame') continue;
      const attributes = readAttributes(frame);
      const url = resolveUrl(attributes.get('src') ?? '', this.#baseUrl);
      if (url === undefined) continue;
      this.#write('<li><a');
      this.#writeHref(url);
      this.#write(`>${escapeText(attributes.get('title') ?? attributes.get('name') ?? url)}</a></li>`);
    }
    this.#write('</ul></body>');
  }

  #write(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }
}

function isCssType(type: string | undefined): boolean {
  return type === undefined || type.trim() === '' || /^\s*text\/css\s*(?:;|$)/i.test(type);
}
