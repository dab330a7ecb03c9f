// Parses the settings PLUGIN_SOURCES and TDB_SOURCES: lists of folders, files and URLs with plugins or title databases.
import { resolve } from 'node:path';

export type SourceLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string };

/**
 * Parses folders, single files and http(s) URLs, separated by line breaks or `;`, in order of precedence. Throws an
 * Error with a message for the user.
 */
export function parseSourceLocations(text: string): readonly SourceLocation[] {
  return text
    .split(/[;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(sourceOf);
}

const MAX_URL_CHARACTERS = 1_000;

function sourceOf(item: string): SourceLocation {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(item)) return { kind: 'folder', path: resolve(item) };
  if (!URL.canParse(item)) throw new Error('has an entry that is not a URL');
  const url = new URL(item);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(
      `holds a URL that begins with ${url.protocol}//, where only http:// and https:// can be read`,
    );
  }
  // The log, /status and responses about plugins contain the sources, so sources must not contain a password.
  if (url.username !== '' || url.password !== '')
    throw new Error('contains a URL with a login, which other users could see');
  if (url.href.length > MAX_URL_CHARACTERS)
    throw new Error(`holds a URL of more than ${MAX_URL_CHARACTERS} characters`);
  url.hash = '';
  return { kind: 'url', url: url.href };
}
