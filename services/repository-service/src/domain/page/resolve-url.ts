// Resolves the URLs of a captured page. Drops URLs that are too long or do not use HTTP.
import { pageLimits } from './limits.ts';

/** Returns the absolute URL without its fragment. Returns undefined if it is not an HTTP URL, or too long. */
export function resolveUrl(text: string, base: string): string | undefined {
  const url = parseHttpUrl(text, base);
  if (!url) return undefined;
  url.hash = '';
  return limitUrl(url.href);
}

/** Returns the fragment (with `#`) of a URL that refers to a position on the page itself. */
export function findOwnFragment(text: string, base: string, pageUrl: string): string | undefined {
  const url = parseHttpUrl(text, base);
  if (!url || url.hash === '') return undefined;
  const { hash } = url;
  url.hash = '';
  return url.href === resolveUrl(pageUrl, pageUrl) ? hash : undefined;
}

function parseHttpUrl(text: string, base: string): URL | undefined {
  // Reject overlong texts before parsing them.
  if (text.length > 2 * pageLimits.urlLength || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function limitUrl(url: string): string | undefined {
  return url.length <= pageLimits.urlLength ? url : undefined;
}
