// Parses the redirects that browsers follow after some seconds: meta refresh and the header field `Refresh`.
import { resolveUrl } from './resolve-url.ts';

export interface PageRefresh {
  readonly url: string;
  readonly seconds: number;
}

// HTML, "shared declarative refresh steps": time, separator, an optional `url =`, and the URL, which may be quoted.
const REFRESH = /^\s*(\d{1,9})(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;

/** Parses the value of a meta refresh or of the header field `Refresh`. Returns undefined if it names no HTTP URL. */
export function parseRefresh(value: string | undefined, base: string): PageRefresh | undefined {
  const [, seconds, ...urls] = REFRESH.exec(value ?? '') ?? [];
  const text = urls.find((url) => url !== undefined)?.trim();
  if (seconds === undefined || text === undefined || text === '') return undefined;
  const url = resolveUrl(text, base);
  return url === undefined ? undefined : { url, seconds: Number(seconds) };
}
