// Elements and attributes that a rewritten page may contain. Everything else is removed, including elements and
// attributes that future browsers may introduce.

/** Elements that are written with their content. */
export const allowedElements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area article aside b bdi bdo big blockquote body br button caption center cite code col ' +
    'colgroup dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i img input ins kbd label legend li listing main map mark marquee menu meter nav nobr ol ' +
    'optgroup option output p picture pre progress q rb rp rt rtc ruby s samp search section select small span strike ' +
    'strong sub summary sup table tbody td textarea tfoot th thead time title tr tt u ul var wbr'
  ).split(' '),
);

/** Elements that are removed with their content. Any other element, such as `noscript`, is replaced by its content. */
export const droppedElements: ReadonlySet<string> = new Set(
  (
    'audio base basefont bgsound canvas embed frame iframe link meta noembed noframes param plaintext portal script ' +
    'source style template track video xmp'
  ).split(' '),
);

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set('area br col hr img input wbr'.split(' '));

/**
 * Names of custom elements. They are safe to write, because they have no behaviour without scripts. `annotation-xml` is
 * excluded, because it changes how browsers parse its content.
 */
const CUSTOM_ELEMENT = /^(?!annotation-)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

/** Returns whether an element is written with its content. */
export function isAllowedElement(name: string): boolean {
  return allowedElements.has(name) || CUSTOM_ELEMENT.test(name);
}

/** Attributes that are copied. None of them contains a URL or a script. */
const copiedAttributes: ReadonlySet<string> = new Set(
  (
    'abbr align alink alt axis behavior bgcolor border bordercolor cellpadding cellspacing char charoff checked class ' +
    'clear color cols colspan compact datetime dir direction disabled face for frame frameborder headers height hidden high hspace id ismap label lang link low ' +
    'marginheight marginwidth max maxlength min multiple name noshade nowrap open optimum placeholder popover readonly ' +
    'reversed role rows rowspan rules scope scrolling selected shape coords size span start summary text title topmargin ' +
    'leftmargin type valign value vlink vspace width wrap'
  ).split(' '),
);

/** Includes `data-` attributes, by which style sheets may select elements. */
export function isCopiedAttribute(name: string): boolean {
  return copiedAttributes.has(name) || /^(?:aria|data)-[a-z0-9_.-]+$/.test(name);
}
