// Rewrites a captured HTML document as a document without scripts, forms and external references. Parses it as a
// browser without scripting does, and writes only elements and attributes of the allow-list. All captured text is
// escaped for its context, so that another parser cannot find other elements in the result.
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { droppedElements, isAllowedElement, isCopiedAttribute, voidElements } from './allow-list.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { type DocumentFacts, examineDocument } from './examine-document.ts';
import {
  decideForeignElement,
  isCopiedForeignAttribute,
  isSvgElement,
  parseLocalReference,
} from './foreign-elements.ts';
import { type FramesetNode, readFrameset } from './frameset.ts';
import type { HtmlPiece } from './html-pieces.ts';
import {
  isCssType,
  isHtmlElement,
  isHtmlReference,
  isImageReference,
  isSheetLink,
  iterateNodes,
  listSources,
  readAttributes,
  readText,
} from './html-tree.ts';
import { chooseImage } from './lazy-images.ts';
import { pageLimits } from './limits.ts';
import type { ReferenceKind } from './page-report.ts';
import { type ReferencedImage, referToImage } from './refer-image.ts';
import type { PageRefresh } from './refresh.ts';
import { findOwnFragment, resolveUrl } from './resolve-url.ts';
import { type CssPiece, rewriteCss } from './rewrite-css.ts';
import type { ImageCandidate } from './srcset.ts';

export interface HtmlContext {
  readonly url: string;
  /** URL of the console page that shows the captures of a URL. Undefined to write no links. */
  readonly linkBase: string | undefined;
  /** Time of the capture. Links point to captures around this time. */
  readonly collectionMs: number;
  readonly isXhtml: boolean;
  /** Number of frames around the document. */
  readonly frameDepth: number;
  /** Whether the document is the value of `srcdoc` on the captured page. */
  readonly isSrcdoc?: boolean;
  refer(kind: ReferenceKind, urls: readonly string[]): number | undefined;
}

export interface RewrittenHtml {
  readonly pieces: readonly HtmlPiece[];
  readonly title: string | undefined;
  readonly refresh: PageRefresh | undefined;
  readonly isFrameset: boolean;
  readonly isCut: boolean;
}

/** Sandbox token of frames, which lets a link that the user clicks open in the console's window. */
const FRAME_SANDBOX = 'allow-top-navigation-by-user-activation';
/** Style of a frame in a frameset. */
const FRAME_STYLE = 'width:100%;height:100%;border:0;background:#fff';
const QUIRKS = {
  'no-quirks': '<!doctype html>',
  'limited-quirks': '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "">',
  quirks: '',
};

/**
 * Style sheet for frames in quirks mode (HTML, section "Rendering"), because browsers show every `srcdoc` in standards
 * mode.
 */
const QUIRKS_SHEET =
  '<style>:where(table){font-weight:initial;font-style:initial;font-variant:initial;font-size:initial;' +
  'line-height:initial;white-space:initial;text-align:initial}:where(form){margin-block-end:1em}' +
  ':where(body,td,th)>:where(blockquote,center,dir,dl,h1,h2,h3,h4,h5,h6,hr,listing,menu,ol,p,pre,ul):first-child' +
  '{margin-block-start:0}</style>';

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

/**
 * Parts of an SVG attribute value that may refer to a resource: functions, and backslashes that may hide a function
 * name.
 */
const MAY_REFER = /url|src|image|\\/i;

type Attributes = ReadonlyMap<string, string>;
type Step = { readonly node: Tree.ChildNode } | { readonly text: string };

class HtmlRewriter {
  readonly #document: Tree.Document;
  readonly #context: HtmlContext;
  readonly #pieces: HtmlPiece[] = [];
  readonly #facts: DocumentFacts;
  readonly #baseUrl: string;

  constructor(document: Tree.Document, context: HtmlContext) {
    this.#document = document;
    this.#context = context;
    this.#facts = examineDocument(document, context.url);
    this.#baseUrl = this.#facts.baseUrl;
  }

  rewrite(): RewrittenHtml {
    this.#write(QUIRKS[this.#document.mode as keyof typeof QUIRKS] ?? '');
    // Recursion would overflow the stack: captured documents may nest elements 100,000 deep.
    const steps: Step[] = this.#document.childNodes.map((node) => ({ node })).reverse();
    for (let nodes = 0; steps.length > 0; ) {
      const step = steps.pop()!;
      if ('text' in step) this.#write(step.text);
      else if (++nodes <= pageLimits.nodes) for (const next of this.#writeNode(step.node)) steps.push(next);
    }
    const { title, refresh, isFrameset, isCut } = this.#facts;
    return { pieces: this.#pieces, title, refresh, isFrameset, isCut };
  }

  /** Writes the start of a node. Returns the following steps in reverse order. */
  #writeNode(node: Tree.ChildNode): Step[] {
    if (node.nodeName === '#text') {
      this.#write(escapeText((node as Tree.TextNode).value));
      return [];
    }
    if (!('tagName' in node)) return [];
    const element: Tree.Element = node;
    if (!isHtmlElement(node)) return this.#writeForeign(element);
    const { tagName } = node;
    if (tagName === 'img') this.#writeImage(node);
    else if (tagName === 'style') this.#writeStyle(node);
    else if (tagName === 'link') this.#writeLink(node);
    else if (tagName === 'iframe') this.#writeFrame(readAttributes(node));
    else if (tagName === 'frameset') this.#writeFrameset(node);
    else if (tagName === 'object') return this.#writeObject(node);
    else if (tagName === 'embed' || tagName === 'video') this.#writePicture(node);
    else if (tagName === 'xmp' || tagName === 'plaintext') this.#writeVerbatim(node);
    else if (!droppedElements.has(tagName)) return this.#writeElement(node);
    return [];
  }

  #writeElement(node: Tree.Element): Step[] {
    const children: Step[] = node.childNodes.map((child) => ({ node: child }));
    const { tagName } = node;
    if (!isAllowedElement(tagName)) return children.reverse();
    const attributes = readAttributes(node);
    this.#write(`<${tagName}`);
    this.#writeAttributes(tagName, attributes);
    if (tagName === 'input' && /^image$/i.test(attributes.get('type') ?? ''))
      this.#writeSource(attributes, [{ url: attributes.get('src') ?? '' }]);
    this.#write('>');
    if (tagName === 'head' && this.#needsQuirksSheet()) this.#write(QUIRKS_SHEET);
    if (voidElements.has(tagName)) return [];
    // Parsers drop a newline directly after these start tags. Write an extra one, so that no newline of the text is
    // lost.
    if (tagName === 'pre' || tagName === 'textarea' || tagName === 'listing') this.#write('\n');
    return [{ text: `</${tagName}>` }, ...children.reverse()];
  }

  #needsQuirksSheet(): boolean {
    const { frameDepth, isSrcdoc } = this.#context;
    return frameDepth > 0 && !isSrcdoc && this.#document.mode === 'quirks';
  }

  #writeAttributes(tagName: string, attributes: Attributes): void {
    for (const [name, value] of attributes)
      if (isCopiedAttribute(name)) this.#write(` ${name}="${escapeAttribute(value)}"`);
    if (tagName === 'a' || tagName === 'area') this.#writeHref(attributes.get('href'));
    const map = attributes.get('usemap');
    if (tagName === 'img' && map?.startsWith('#')) this.#write(` usemap="${escapeAttribute(map)}"`);
    this.#writeStyleAttribute(attributes.get('style') ?? '', attributes.get('background'));
  }

  /** Writes a link to the console's page for the captures of the URL, or to a place on this page. */
  #writeHref(href: string | undefined): void {
    if (href === undefined) return;
    const { url: pageUrl, linkBase, collectionMs, frameDepth } = this.#context;
    const fragment = findOwnFragment(href, this.#baseUrl, pageUrl);
    if (fragment !== undefined) {
      // Omit the link in a frame, because browsers would resolve the fragment against the URL of the surrounding page.
      if (frameDepth === 0) this.#write(` href="${escapeAttribute(fragment)}"`);
      return;
    }
    const url = resolveUrl(href, this.#baseUrl);
    if (url === undefined || linkBase === undefined) return;
    // Style sheets select links by the end of their URLs, such as `.pdf`.
    const target = `${linkBase}?at=${collectionMs}&url=${encodeURIComponent(url)}`;
    this.#write(` href="${escapeAttribute(target)}" target="_top" rel="noopener"`);
  }

  #writeStyleAttribute(style: string, background: string | undefined): void {
    const image = background === undefined ? undefined : this.#referToImage([{ url: background }])?.content;
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
    const { conditional, candidates } = chooseImage(attributes, {
      sources: listSources(node),
      hasNoscript: this.#facts.noscriptImages.has(node),
    });
    for (const source of conditional) {
      const { content, candidates: resolved } = this.#referToImage(source.candidates) ?? {};
      if (typeof content === 'object')
        this.#pieces.push({ source: content.inline, media: source.media, candidates: resolved ?? [] });
    }
    this.#write('<img');
    this.#writeAttributes('img', attributes);
    this.#writeSource(attributes, candidates);
    this.#write('>');
  }

  /** Writes the attributes that determine what an image shows. */
  #writeSource(attributes: Attributes, candidates: readonly ImageCandidate[]): void {
    const image = this.#referToImage(candidates);
    if (typeof image?.content === 'string') this.#write(` src="${image.content}"`);
    else if (image) {
      const hasText = (attributes.get('alt') ?? '').trim() !== '';
      const isTitled = attributes.has('title');
      this.#pieces.push({ image: image.content.inline, candidates: image.candidates, isTitled, hasText });
    }
  }

  #referToImage(candidates: readonly ImageCandidate[]): ReferencedImage | undefined {
    return referToImage(candidates, { baseUrl: this.#baseUrl, refer: this.#context.refer });
  }

  /**
   * Writes an `object` as an image or as a frame. Otherwise, writes its fallback content, as browsers without plug-ins
   * do.
   */
  #writeObject(node: Tree.Element): Step[] {
    const attributes = readAttributes(node);
    if (isImageReference(attributes, 'data')) this.#writePicture(node);
    else if (isHtmlReference(attributes))
      this.#writeFrame(new Map([...attributes, ['src', attributes.get('data')!], ['frameborder', '0']]));
    else return node.childNodes.map((child) => ({ node: child })).reverse();
    return [];
  }

  /** Writes the image of an `object` or `embed`, or the poster of a video. */
  #writePicture(node: Tree.Element): void {
    const attributes = readAttributes(node);
    const name = { object: 'data', embed: 'src' }[node.tagName] ?? 'poster';
    const url = attributes.get(name);
    if (!url || (name !== 'poster' && !isImageReference(attributes, name))) return;
    const style = `${name === 'poster' ? 'object-fit:contain;' : ''}${attributes.get('style') ?? ''}`;
    this.#write('<img');
    this.#writeAttributes('img', new Map([...attributes, ['style', style]]));
    this.#writeSource(attributes, [{ url }]);
    this.#write('>');
  }

  /** Writes an element whose content is not parsed. */
  #writeVerbatim(node: Tree.Element): void {
    this.#write('<pre');
    this.#writeAttributes('pre', readAttributes(node));
    this.#write(`>\n${escapeText(readText(node))}</pre>`);
  }

  /** Writes the start of an element of SVG or MathML. Returns the following steps in reverse order. */
  #writeForeign(node: Tree.Element): Step[] {
    const children: Step[] = node.childNodes.map((child) => ({ node: child })).reverse();
    const decision = decideForeignElement(node);
    if (decision !== 'write') return decision === 'replace' ? children : [];
    const { tagName, parentNode } = node;
    if (tagName === 'use' && !this.#facts.usedElements.permits(node)) return [];
    if (tagName === 'svg' && !(parentNode && isSvgElement(parentNode))) this.#writeSvgStyles(node);
    this.#write(`<${tagName}`);
    const attributes = readAttributes(node);
    for (const [name, value] of attributes)
      if (isCopiedForeignAttribute(node, name)) this.#writeForeignAttribute(name, value);
    this.#writeForeignHref(node, attributes.get('href'));
    this.#writeStyleAttribute(attributes.get('style') ?? '', undefined);
    this.#write('>');
    return [{ text: `</${tagName}>` }, ...children];
  }

  #writeForeignAttribute(name: string, value: string): void {
    const mayRefer = !isCopiedAttribute(name) && MAY_REFER.test(value);
    const pieces = mayRefer ? rewriteCss(value, { baseUrl: this.#baseUrl, refer: () => undefined }) : [value];
    this.#write(` ${name}="${escapeAttribute(pieces.join(''))}"`);
  }

  #writeForeignHref(node: Tree.Element, href: string | undefined): void {
    if (href === undefined || !isSvgElement(node)) return;
    if (node.tagName === 'image') {
      const image = this.#referToImage([{ url: href }]);
      if (image) this.#pieces.push(' href="', image.content, '"');
      return;
    }
    const id = parseLocalReference(href);
    if (id !== undefined) this.#write(` href="#${id}"`);
  }

  /** Writes the style sheets of a drawing in front of the drawing, because they apply to the whole page. */
  #writeSvgStyles(drawing: Tree.Element): void {
    for (const node of iterateNodes(drawing))
      if (isSvgElement(node) && node.tagName === 'style') this.#writeStyle(node);
  }

  #writeStyle(node: Tree.Element): void {
    const attributes = readAttributes(node);
    if (!isCssType(attributes.get('type')) || this.#isAlternative(attributes)) return;
    const refer: HtmlContext['refer'] = (kind, urls) => this.#context.refer(kind, urls);
    const pieces = rewriteCss(readText(node), { baseUrl: this.#baseUrl, refer });
    this.#writeSheet(attributes.get('media'), pieces);
  }

  #writeLink(node: Tree.Element): void {
    const attributes = readAttributes(node);
    if (!isSheetLink(attributes) || this.#isAlternative(attributes)) return;
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

  /** Returns whether the style sheet belongs to an alternative set, which applies only if the user selects it. */
  #isAlternative(attributes: Attributes): boolean {
    const title = attributes.get('title') ?? '';
    return title !== '' && title !== this.#facts.styleTitle;
  }

  #writeFrame(attributes: Attributes): void {
    this.#write(`<iframe sandbox="${FRAME_SANDBOX}"`);
    this.#writeAttributes('iframe', attributes);
    // A frame with `src` would connect to its host even if the policy forbids its content.
    this.#write(' srcdoc="');
    const piece = this.#readFrame(attributes);
    if (piece) this.#pieces.push(piece);
    this.#write('"></iframe>');
  }

  #readFrame(attributes: Attributes): HtmlPiece | undefined {
    const text = attributes.get('srcdoc');
    const frameDepth = this.#context.frameDepth + 1;
    if (text !== undefined) {
      if (frameDepth > pageLimits.frameDepth) return undefined;
      const { pieces } = rewriteHtml(text, {
        ...this.#context,
        url: this.#baseUrl,
        isXhtml: false,
        isSrcdoc: true,
        frameDepth,
      });
      return { nested: pieces };
    }
    const url = resolveUrl(attributes.get('src') ?? '', this.#baseUrl);
    const frame =
      url === undefined || !attributes.get('src') ? undefined : this.#context.refer('frame', [url]);
    return frame === undefined ? undefined : { frame };
  }

  #writeFrameset(node: Tree.Element): void {
    this.#write('<body style="margin:0">');
    this.#writeGrid(readFrameset(node));
    this.#write('</body>');
  }

  #writeGrid({ style, children }: FramesetNode): void {
    this.#write(`<div style="${style}">`);
    for (const child of children) {
      if ('children' in child) this.#writeGrid(child);
      else this.#writeFrame(new Map([...child.frame, ['style', FRAME_STYLE]]));
    }
    this.#write('</div>');
  }

  #write(text: string): void {
    if (text !== '') this.#pieces.push(text);
  }
}
