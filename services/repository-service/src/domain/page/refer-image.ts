// Refers to the image that an element shows.
import { isDataUrl, rewriteDataUrl } from './data-url.ts';
import { pageLimits } from './limits.ts';
import { resolveUrl } from './resolve-url.ts';
import type { CssContext } from './rewrite-css.ts';
import type { ImageCandidate } from './srcset.ts';

/** `content`: data URL, or the ID of a reference. `candidates` has the same order as the URLs of the reference. */
export interface ReferencedImage {
  readonly content: string | { readonly inline: number };
  readonly candidates: readonly ImageCandidate[];
}

/** Returns the data URL of an image on the page, or a reference to the first candidate that was captured. */
export function referToImage(
  candidates: readonly ImageCandidate[],
  { baseUrl, refer }: CssContext,
): ReferencedImage | undefined {
  const first = candidates[0]?.url;
  if (first !== undefined && isDataUrl(first)) {
    const content = rewriteDataUrl(first, 'image');
    return content === undefined ? undefined : { content, candidates: [] };
  }
  const byUrl = new Map<string, ImageCandidate>();
  for (const candidate of candidates) {
    const url = candidate.url.trim() === '' ? undefined : resolveUrl(candidate.url, baseUrl);
    if (url !== undefined && !byUrl.has(url)) byUrl.set(url, candidate);
  }
  const urls = limitAlternatives([...byUrl.keys()]);
  const inline = urls.length === 0 ? undefined : refer('image', urls);
  return inline === undefined
    ? undefined
    : { content: { inline }, candidates: urls.map((url) => byUrl.get(url)!) };
}

/** Returns the preferred URLs. Keeps the last one, which is `src`: some crawlers capture only this URL. */
function limitAlternatives(urls: readonly string[]): string[] {
  const { alternatives } = pageLimits;
  return urls.length <= alternatives ? [...urls] : [...urls.slice(0, alternatives - 1), urls.at(-1)!];
}
