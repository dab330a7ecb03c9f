// Sanitizes a captured page: keeps text, structure and embedded images; removes scripts, external resources, links and
// styles. The sandboxed frame blocks these as well, but browsers would then log errors.
import DOMPurify from 'dompurify';

const TAGS = (
  'a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn ' +
  'dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark menu nav ' +
  'ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt ' +
  'u ul var wbr'
).split(' ');
/**
 * Elements that are removed with their content. Other disallowed elements, such as `noscript`, are replaced by their
 * text.
 */
const DROPPED =
  'audio head iframe math noembed noframes object plaintext script style svg template title video xmp'.split(
    ' ',
  );
const ATTRIBUTES = [
  'alt',
  'colspan',
  'dir',
  'lang',
  'rowspan',
  'scope',
  'span',
  'src',
  'start',
  'title',
  'value',
];
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]*$/i;

/** Returns a sanitized document for the `srcdoc` attribute of a frame. */
export function sanitizeHtml(html: string): string {
  const body = DOMPurify.sanitize(disableReportedMarkup(html), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: PICTURE,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ADD_DATA_URI_TAGS: [],
    FORBID_CONTENTS: DROPPED,
  });
  return wrapDocument(`<font face="system-ui, sans-serif">${body}</font>`);
}

/** Wraps an SVG in an `img` element, which neither runs scripts nor loads resources. */
export function wrapImageInPage(type: string, base64: string): string {
  return wrapDocument(`<img alt="" width="100%" src="data:${type};base64,${base64}">`);
}

const POLICY = "default-src 'none'; img-src data:";

/**
 * Returns a complete document. A meta element sets the colour scheme, because the content security policy forbids
 * inline styles.
 */
function wrapDocument(body: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="light dark"><body>${body}`;
}

/**
 * Disables markup that browsers report as policy violations even in a document that is only parsed: removes style
 * sheets, renames `base` elements, and appends U+2060 (zero width) to the names of style and event attributes.
 */
function disableReportedMarkup(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<base\b/gi, '<x-base')
    .replace(/\b(style|on[a-z]+)(?=[\s/]*=)/gi, '$1\u2060');
}
