// A captured page as something to read: its text, its structure and the pictures that it carries in itself. Whatever runs,
// loads, leads elsewhere or styles is taken out beforehand, so that the browser has nothing to refuse; the frame that shows it
// has no origin, runs nothing and may load nothing all the same.
import DOMPurify from 'dompurify';

const TAGS = (
  'a abbr address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn ' +
  'dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark menu nav ' +
  'ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt ' +
  'u ul var wbr'
).split(' ');
/** With all that is in them; of other elements the text stays, of `noscript`, too. */
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

/** A document for a frame's `srcdoc`. */
export function readableHtml(html: string): string {
  const body = DOMPurify.sanitize(quietened(html), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: PICTURE,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ADD_DATA_URI_TAGS: [],
    FORBID_CONTENTS: DROPPED,
  });
  return framed(`<font face="system-ui, sans-serif">${body}</font>`);
}

/** A picture that is a program, SVG, as a picture alone: there it runs nothing and loads nothing. */
export function framedPicture(type: string, base64: string): string {
  return framed(`<img alt="" width="100%" src="data:${type};base64,${base64}">`);
}

const POLICY = "default-src 'none'; img-src data:";

/** Looks are attributes of old: the console allows no style that stands in a page. */
function framed(body: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="light dark"><body>${body}`;
}

/**
 * Browsers complain of styles and of a base even while they only parse. The sign that keeps the name from being one (U+2060) has no width
 * where it is part of a text.
 */
function quietened(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, '')
    .replace(/<base\b/gi, '<x-base')
    .replace(/\b(style|on[a-z]+)(?=[\s/]*=)/gi, '$1\u2060');
}
