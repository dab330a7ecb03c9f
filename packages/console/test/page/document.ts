// Document for tests without a browser: the DOM methods that Preact needs for rendering, and text search.

const TEXT = 3;
const ELEMENT = 1;

/** Element or text node. */
export class PageNode {
  readonly style = { setProperty: () => undefined, cssText: '' };
  readonly attributes = new Map<string, string>();
  readonly listeners = new Map<string, (event: object) => void>();
  readonly childNodes: PageNode[] = [];
  parentNode: PageNode | null = null;
  data = '';
  // Fixed size, because lists that render only visible rows measure their element.
  readonly offsetWidth = 1_000;
  readonly offsetHeight = 1_000;
  readonly scrollTop = 0;

  readonly ownerDocument: PageDocument;
  readonly nodeType: number;
  readonly localName: string;

  constructor(ownerDocument: PageDocument, nodeType: number, localName: string) {
    this.ownerDocument = ownerDocument;
    this.nodeType = nodeType;
    this.localName = localName;
  }

  get firstChild(): PageNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): PageNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  contains(other: PageNode | null): boolean {
    return other !== null && (other === this || this.contains(other.parentNode));
  }

  insertBefore(node: PageNode, before: PageNode | null): PageNode {
    node.remove();
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }

  appendChild(node: PageNode): PageNode {
    return this.insertBefore(node, null);
  }

  removeChild(node: PageNode): void {
    node.remove();
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.listeners.delete(type);
  }

  /** Calls the listener of an event with the element as `this`, as a browser does. */
  fire(type: string, event: object = {}): void {
    const listener = this.listeners.get(type);
    if (listener === undefined) throw new Error(`${this.localName} has no listener for ${type}`);
    listener.call(this, { type, target: this, ...event });
  }

  querySelectorAll(selector: string): PageNode[] {
    return this.findAll(selector);
  }

  focus(): void {
    this.ownerDocument.activeElement = this;
  }

  click(): void {
    this.fire('click');
  }

  /** Text of the element and its descendants, with single spaces between them. */
  get text(): string {
    const parts = this.nodeType === TEXT ? [this.data] : this.childNodes.map(({ text }) => text);
    return parts.join(' ').replace(/\s+/g, ' ').trim();
  }

  /** Returns all descendants with this tag name or, if the name begins with a dot, with this class. */
  findAll(name: string): PageNode[] {
    const isWanted = (node: PageNode): boolean =>
      name.startsWith('.')
        ? (node.attributes.get('class') ?? '').split(' ').includes(name.slice(1))
        : node.localName === name;
    return this.childNodes.flatMap((child) => [...(isWanted(child) ? [child] : []), ...child.findAll(name)]);
  }
}

export class PageDocument {
  readonly baseURI = 'http://node.test/console/';
  readonly hidden = false;
  readonly documentElement = this.createElement('html');
  readonly body = this.createElement('body');
  /** Element that was focused last. */
  activeElement: PageNode | null = null;
  /** Window that contains the document. */
  defaultView: object | null = null;

  createElement(name: string): PageNode {
    return new PageNode(this, ELEMENT, name);
  }

  createElementNS(_namespace: string, name: string): PageNode {
    return this.createElement(name);
  }

  createTextNode(data: unknown): PageNode {
    const node = new PageNode(this, TEXT, '');
    node.data = String(data);
    return node;
  }

  addEventListener(): void {}
  removeEventListener(): void {}
}
