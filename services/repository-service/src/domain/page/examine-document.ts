// Collects facts about a whole HTML document that must be known before its first node is rewritten, such as the base
// URL.
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isSvgElement, parseLocalReference, UsedElements } from './foreign-elements.ts';
import {
  isHtmlElement,
  isSheetLink,
  iterateNodes,
  NoscriptImages,
  readAttributes,
  readText,
} from './html-tree.ts';
import { pageLimits } from './limits.ts';
import { type PageRefresh, parseRefresh } from './refresh.ts';
import { resolveUrl } from './resolve-url.ts';

export interface DocumentFacts {
  readonly baseUrl: string;
  readonly title: string | undefined;
  readonly refresh: PageRefresh | undefined;
  readonly isFrameset: boolean;
  /** Title of the style sheets that apply. Style sheets with another title are alternatives. */
  readonly styleTitle: string | undefined;
  readonly usedElements: UsedElements;
  readonly noscriptImages: NoscriptImages;
  /** Whether the document has more nodes than the limit. */
  readonly isCut: boolean;
}

const MAX_TITLE = 500;

/** Examines all nodes. `url`: URL of the document, or the base URL of the document that contains it. */
export function examineDocument(document: Tree.Document, url: string): DocumentFacts {
  let baseUrl: string | undefined;
  let title: string | undefined;
  let refresh: PageRefresh | undefined;
  let isFrameset = false;
  let styleTitle: string | undefined;
  const usedElements = new UsedElements();
  const noscriptImages = new NoscriptImages();
  let nodes = 0;
  for (const node of iterateNodes(document)) {
    nodes++;
    noscriptImages.visit(node);
    if (isSvgElement(node)) recordUse(node, usedElements);
    if (!isHtmlElement(node)) continue;
    const { tagName } = node;
    const attributes = readAttributes(node);
    if (tagName === 'base' && attributes.has('href'))
      baseUrl ??= resolveUrl(attributes.get('href')!, url) ?? url;
    else if (tagName === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh')
      refresh ??= parseRefresh(attributes.get('content'), baseUrl ?? url);
    else if (tagName === 'title') title ??= readText(node).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
    else if (tagName === 'frameset') isFrameset = true;
    else if (tagName === 'style' || (tagName === 'link' && isSheetLink(attributes)))
      styleTitle ??= attributes.get('title') || undefined;
  }
  return {
    ...{ baseUrl: baseUrl ?? url, title, refresh, isFrameset, styleTitle },
    ...{ usedElements, noscriptImages, isCut: nodes > pageLimits.nodes },
  };
}

function recordUse(node: Tree.Element, usedElements: UsedElements): void {
  const id = node.tagName === 'use' ? parseLocalReference(readAttributes(node).get('href')) : undefined;
  if (id !== undefined) usedElements.note(id);
}
