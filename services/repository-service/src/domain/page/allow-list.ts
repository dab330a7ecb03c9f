// Elements and attributes that a rewritten page may contain. Everything else is removed, including elements and
// attributes that future browsers may introduce.

/** Elements that are written with their content. */
export const allowedElements: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address area article aside b bdi bdo big blockquote body br button caption center cite code col ' +
    'colgroup dd del details dfn dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i img input ins kbd label legend li listing main map mark marquee menu meter nav nobr ol ' +
    'optgroup option output p picture pre progress q rb rp rt rtc ruby s samp search section select small span strike ' +
    'strong sub summary sup table tbody td textarea tfoot th thead time title tr tt u ul var wbr'
  ).split(' '),
);

/** Elements that are removed with their content. Any other element, such as `noscript`, is replaced by its content. */
export const droppedElements: ReadonlySet<string> = new Set(
  (
    'applet audio base basefont bgsound canvas embed frame iframe link math meta noembed noframes object param ' +
    'plaintext portal script source style svg template track video xmp'
  ).split(' '),
);

/** Elements without an end tag. */
export const voidElements: ReadonlySet<string> = new Set('area br col hr img input wbr'.split(' '));

/** Form controls, which are disabled. */
export const formControls: ReadonlySet<string> = new Set(
  'button fieldset input optgroup option select textarea'.split(' '),
);

/** Attributes that are copied. None of them contains a URL or a script. */
const copiedAttributes: ReadonlySet<string> = new Set(
  (
    'abbr align alink alt axis bgcolor border cellpadding cellspacing char charoff checked class clear color cols ' +
    'colspan compact datetime dir face for frame headers height hidden high hspace id ismap label lang link low ' +
    'marginheight marginwidth max maxlength min multiple name noshade nowrap open optimum placeholder readonly ' +
    'reversed role rows rowspan rules scope selected shape coords size span start summary text title topmargin ' +
    'leftmargin type valign value vlink vspace width wrap'
  ).split(' '),
);

export function isCopiedAttribute(name: string): boolean {
  return copiedAttributes.has(name) || /^aria-[a-z]+$/.test(name);
}
