// Resolves the URLs of a captured page. Only HTTP URLs of limited length are kept.
import { pageLimits } from './limits.ts';

/** Returns the absolute URL without its fragment. Returns undefined if it is not an HTTP URL, or too long. */
export function resolveUrl(text: string, base: string): string | undefined {
  const url = parseHttpUrl(text, base);
  if (!url) return undefined;
  url.hash = '';
  return limitUrl(url.href);
}

/** Returns the fragment of a URL that refers to a place on the page itself, with its `#`. */
export function findOwnFragment(text: string, base: string, pageUrl: string): string | undefined {
  const url = parseHttpUrl(text, base);
  if (!url || url.hash === '') return undefined;
  const { hash } = url;
  url.hash = '';
  return url.href === resolveUrl(pageUrl, pageUrl) ? hash : undefined;
}

function parseHttpUrl(text: string, base: string): URL | undefined {
  // A longer text could not be part of a permitted URL.
  if (text.length > 2 * pageLimits.urlLength || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function limitUrl(url: string): string | undefined {
  return url.length <= pageLimits.urlLength ? url : undefined;
}
