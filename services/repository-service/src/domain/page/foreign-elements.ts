// Elements and attributes of SVG and MathML that a rewritten page may contain. None of them runs scripts, embeds HTML,
// animates attributes, or loads resources other than images.
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isCopiedAttribute } from './allow-list.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const MATHML_NAMESPACE = 'http://www.w3.org/1998/Math/MathML';

const svgElements = new Set(
  (
    'circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA ' +
    'feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset filter g image line linearGradient marker mask ' +
    'path pattern polygon polyline radialGradient rect stop svg symbol text textPath tspan use'
  ).split(' '),
);
/** Elements that are removed with their content. All other elements, such as links, are replaced by their content. */
const droppedSvgElements = new Set(
  (
    'animate animateMotion animateTransform audio desc discard foreignObject iframe metadata script set style title video ' +
    'view'
  ).split(' '),
);
const mathElements = new Set(
  (
    'math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
);
/**
 * Elements that are removed with their content. All other elements, such as `maction`, are replaced by their content.
 */
const droppedMathElements = new Set('annotation annotation-xml malignmark mglyph script'.split(' '));

const svgAttributes = new Set(
  (
    'alignment-baseline amplitude baseline-shift clip-path clip-rule clipPathUnits color-interpolation-filters cx cy d ' +
    'display dominant-baseline dx dy edgeMode exponent fill fill-opacity fill-rule filter filterUnits flood-color ' +
    'flood-opacity font-family font-size font-style font-variant font-weight fr fx fy gradientTransform gradientUnits in ' +
    'in2 intercept k1 k2 k3 k4 lengthAdjust letter-spacing marker-end marker-mid marker-start markerHeight markerUnits ' +
    'markerWidth mask mask-type maskContentUnits maskUnits mode offset opacity operator orient overflow paint-order ' +
    'pathLength patternContentUnits patternTransform patternUnits points preserveAspectRatio primitiveUnits r refX refY ' +
    'result rotate rx ry shape-rendering slope spreadMethod startOffset stdDeviation stop-color stop-opacity stroke ' +
    'stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width ' +
    'tableValues text-anchor text-decoration text-rendering textLength transform transform-origin values vector-effect ' +
    'viewBox visibility word-spacing writing-mode x x1 x2 y y1 y2'
  ).split(' '),
);
const mathAttributes = new Set(
  (
    'accent accentunder close columnalign columnlines columnspacing columnspan depth display displaystyle fence form ' +
    'framespacing largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits ' +
    'notation rowalign rowlines rowspacing rowspan rspace scriptlevel scriptminsize scriptsizemultiplier separator ' +
    'separators stretchy symmetric voffset'
  ).split(' '),
);

export function isSvgElement(node: Tree.ParentNode | Tree.ChildNode): node is Tree.Element {
  return 'tagName' in node && node.namespaceURI === SVG_NAMESPACE;
}

/** Returns whether an element of SVG or MathML is written, replaced by its content, or removed with its content. */
export function decideForeignElement({
  tagName,
  namespaceURI,
}: Tree.Element): 'write' | 'replace' | 'remove' {
  const isSvg = namespaceURI === SVG_NAMESPACE;
  if (!isSvg && namespaceURI !== MATHML_NAMESPACE) return 'remove';
  if ((isSvg ? svgElements : mathElements).has(tagName)) return 'write';
  return (isSvg ? droppedSvgElements : droppedMathElements).has(tagName) ? 'remove' : 'replace';
}

/** Returns whether an attribute of SVG or MathML is copied. Its value may refer to an element of the page: `url(#id)`. */
export function isCopiedForeignAttribute({ namespaceURI }: Tree.Element, name: string): boolean {
  return (
    isCopiedAttribute(name) || (namespaceURI === SVG_NAMESPACE ? svgAttributes : mathAttributes).has(name)
  );
}

/** Returns the ID in a reference to an element of the same page, such as `#id`. */
export function parseLocalReference(href: string | undefined): string | undefined {
  return /^\s*#([\w.:-]+)\s*$/.exec(href ?? '')?.[1];
}

/** Maximum number of `use` elements on a page, and maximum number of SVG elements that enclose a `use` element. */
const MAX_USES = 500;
const MAX_AROUND = 50;

/**
 * Decides which `use` elements are written. An element that is used must not contain `use` elements itself: nested
 * copies would multiply until the memory of the browser is exhausted.
 */
export class UsedElements {
  readonly #ids = new Set<string>();
  #written = 0;

  /**
   * Records the ID to which a `use` element refers. Call for every `use` element before the first call of `permits`.
   */
  note(id: string): void {
    this.#ids.add(id);
  }

  permits(use: Tree.Element): boolean {
    let around: Tree.ParentNode | null = use;
    for (let depth = 0; around && isSvgElement(around); depth++) {
      const id = around.attrs.find(({ name }) => name === 'id')?.value;
      if (depth > MAX_AROUND || (id !== undefined && this.#ids.has(id))) return false;
      around = around.parentNode;
    }
    this.#written++;
    return this.#written <= MAX_USES;
  }
}
