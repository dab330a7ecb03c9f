// Lists the images that an `img` of a captured page may show. Scripts do not run, so the URL that a script for lazy
// loading would set is taken from the attributes that common scripts read.
import { isDataUrl, measureDataUrl } from './data-url.ts';
import { type ImageCandidate, rankSrcset } from './srcset.ts';

type Attributes = ReadonlyMap<string, string>;

/** Attributes from which scripts for lazy loading read the URL. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset'];
/** Data URLs with less content than this, in bytes, are placeholders. */
const PLACEHOLDER_LENGTH = 200;
const DISPLAYABLE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)$/i;

/** Images that an `img` may show. */
export interface ImageChoice {
  /** Sources of the `picture` that apply only under a media condition, in the order of the document. */
  readonly conditional: readonly { readonly media: string; readonly candidates: readonly ImageCandidate[] }[];
  /** Images to show if no conditional source applies, the preferred one first. */
  readonly candidates: readonly ImageCandidate[];
}

export interface ImagePlace {
  /** Attributes of the `source` elements before the image in its `picture`. */
  readonly sources?: readonly Attributes[];
  /** Whether a `noscript` element contains the image that a script would show. */
  readonly hasNoscript?: boolean;
}

/** Returns the images that an `img` may show. The URLs are relative, or data URLs. */
export function chooseImage(
  image: Attributes,
  { sources = [], hasNoscript = false }: ImagePlace = {},
): ImageChoice {
  const [lazySets, lazySources] = hasNoscript ? [[], []] : [LAZY_SETS, LAZY_SOURCES];
  const rank = (from: Attributes, names: readonly string[], src?: string) => {
    const sizes = from.get('sizes');
    return rankSrcset(findFirst(from, names) ?? '', { ...(src && { src }), ...(sizes && { sizes }) });
  };
  const conditional: { media: string; candidates: ImageCandidate[] }[] = [];
  const candidates: ImageCandidate[] = [];
  for (const source of sources) {
    const found = isDisplayable(source.get('type')) ? rank(source, ['srcset', ...lazySets]) : [];
    const media = (source.get('media') ?? '').trim();
    if (found.length === 0) continue;
    if (media !== '' && media.toLowerCase() !== 'all') {
      conditional.push({ media, candidates: found });
      continue;
    }
    candidates.push(...found);
    break;
  }
  const src = image.get('src');
  const real = findFirst(image, lazySources);
  const single = real !== undefined && isPlaceholder(image) ? [real, src] : [src, real];
  candidates.push(
    ...rank(image, ['srcset'], isPlaceholder(image) ? undefined : src),
    ...rank(image, lazySets),
    ...single.flatMap((url) => (url === undefined ? [] : { url })),
  );
  return { conditional, candidates: removeDuplicates(candidates) };
}

function removeDuplicates(candidates: readonly ImageCandidate[]): ImageCandidate[] {
  const byUrl = new Map<string, ImageCandidate>();
  for (const one of candidates) if (one.url.trim() !== '' && !byUrl.has(one.url)) byUrl.set(one.url, one);
  return [...byUrl.values()];
}

function findFirst(attributes: Attributes, names: readonly string[]): string | undefined {
  return names
    .map((name) => attributes.get(name))
    .find((value) => value !== undefined && value.trim() !== '');
}

function isDisplayable(type: string | undefined): boolean {
  return type === undefined || DISPLAYABLE.test(type.trim());
}

function isPlaceholder(image: Attributes): boolean {
  const src = image.get('src') ?? '';
  if (src.trim() === '' || (isDataUrl(src) && measureDataUrl(src) < PLACEHOLDER_LENGTH)) return true;
  return image.get('width') === '1' && image.get('height') === '1';
}
