// Reads the tree of a parsed HTML document.
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

/** Returns the text of an element that contains text only. */
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
