// Reads the tree of a parsed HTML document: iterates over its nodes and classifies elements by their attributes.
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Iterates over all descendants, in document order and without recursion. */
export function* iterateNodes(root: Tree.ParentNode): Generator<Tree.ChildNode> {
  const waiting: Tree.ChildNode[] = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) waiting.push(node.childNodes[i]!);
  }
}

/** Returns whether the node is an element of HTML, and not of SVG or MathML. */
export function isHtmlElement(node: Tree.ChildNode): node is Tree.Element {
  return 'tagName' in node && node.namespaceURI === HTML_NAMESPACE;
}

export function readAttributes(node: Tree.Element): Map<string, string> {
  return new Map(node.attrs.map(({ name, value }) => [name, value]));
}

/** Returns the text of an element that contains only text. */
export function readText(node: Tree.Element): string {
  return node.childNodes
    .map((child) => (child.nodeName === '#text' ? (child as Tree.TextNode).value : ''))
    .join('');
}

/** Returns the attributes of the `source` elements before an image in its `picture`. */
export function listSources(image: Tree.Element): Map<string, string>[] {
  const parent = image.parentNode;
  if (parent?.nodeName !== 'picture') return [];
  const before = parent.childNodes.slice(0, parent.childNodes.indexOf(image));
  return before.flatMap((node) =>
    isHtmlElement(node) && node.tagName === 'source' ? [readAttributes(node)] : [],
  );
}

/**
 * Finds images directly before a `noscript` element with an image. A script would replace the first image, so without
 * scripts only the second one belongs to the page.
 */
export class NoscriptImages {
  readonly #found = new Set<Tree.ChildNode>();
  #last: Tree.Element | undefined;

  /** Processes the next node. Call for all nodes in document order. */
  visit(node: Tree.ChildNode): void {
    if (node.nodeName === '#text' && (node as Tree.TextNode).value.trim() === '') return;
    if (isHtmlElement(node) && node.tagName === 'noscript' && this.#last && containsImage(node))
      this.#found.add(this.#last);
    this.#last = isHtmlElement(node) && node.tagName === 'img' ? node : undefined;
  }

  has(image: Tree.Element): boolean {
    return this.#found.has(image);
  }
}

/** Returns whether an element has an image among its children or grandchildren. */
function containsImage(node: Tree.Element): boolean {
  const isImage = (child: Tree.ChildNode) => isHtmlElement(child) && child.tagName === 'img';
  return node.childNodes.some(
    (child) => isImage(child) || (isHtmlElement(child) && child.childNodes.some(isImage)),
  );
}

type Attributes = ReadonlyMap<string, string>;

const IMAGE_TYPE = /^\s*image\//i;
const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#]|$)/i;

/** Returns whether a `link` is an enabled style sheet. Does not check whether its title makes it an alternative. */
export function isSheetLink(attributes: Attributes): boolean {
  const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
  return relations.includes('stylesheet') && !relations.includes('alternate') && !attributes.has('disabled');
}

/** Returns whether the value of `type` declares CSS. A missing or empty type also counts as CSS. */
export function isCssType(type: string | undefined): boolean {
  return type === undefined || type.trim() === '' || /^\s*text\/css\s*(?:;|$)/i.test(type);
}

/** Returns whether an `object` or `embed` shows an image. `name`: attribute with the URL. */
export function isImageReference(attributes: Attributes, name: string): boolean {
  const type = attributes.get('type') ?? '';
  const url = attributes.get(name) ?? '';
  return url !== '' && (type.trim() === '' ? IMAGE_NAME.test(url) : IMAGE_TYPE.test(type));
}

/** Returns whether an `object` shows an HTML document. */
export function isHtmlReference(attributes: Attributes): boolean {
  return /^\s*text\/html/i.test(attributes.get('type') ?? '') && (attributes.get('data') ?? '') !== '';
}
