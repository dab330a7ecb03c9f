// Lists the URLs that an image of a captured page may show. Scripts do not run, so the URL that a script for lazy
// loading would set is taken from the attributes that common scripts read.
import { isDataUrl, measureDataUrl } from './data-url.ts';
import { rankSrcset } from './srcset.ts';

type Attributes = ReadonlyMap<string, string>;

/** Attributes from which scripts for lazy loading read the URL. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy'];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset'];
/** Embedded images with shorter content are placeholders. */
const PLACEHOLDER_LENGTH = 200;
const DISPLAYABLE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)$/i;

/**
 * Returns the URLs of an image as written, the preferred one first. `sources`: attributes of the `source` elements
 * before the image in its `picture`.
 */
export function listImageUrls(image: Attributes, sources: readonly Attributes[] = []): string[] {
  const shown = sources.find(
    (source) =>
      isDisplayable(source.get('type')) && findFirst(source, ['srcset', ...LAZY_SETS]) !== undefined,
  );
  const set = (from: Attributes | undefined, names: readonly string[]) =>
    rankSrcset((from && findFirst(from, names)) ?? '');
  const src = image.get('src');
  const real = findFirst(image, LAZY_SOURCES);
  const single = real !== undefined && isPlaceholder(image) ? [real, src] : [src, real];
  const urls = [
    ...(set(image, ['srcset']).length > 0 ? set(image, ['srcset']) : set(shown, ['srcset', ...LAZY_SETS])),
    ...set(image, LAZY_SETS),
    ...single,
  ];
  return [...new Set(urls.filter((url) => url !== undefined && url.trim() !== ''))] as string[];
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
