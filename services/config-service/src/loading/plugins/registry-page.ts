// Parses a plugin registry: an HTML page with links to plugin archives.
import { Parser } from 'htmlparser2';

export interface RegistryPage {
  readonly title: string | undefined;
  /** Distinct absolute URLs, in page order. */
  readonly links: readonly string[];
  /** Links to archives on other origins, which are not followed. */
  readonly elsewhere: readonly string[];
}

const MAX_LINKS = 5_000;

/** Returns whether the content is an HTML page, according to its media type or its first characters. */
export function isHtmlPage(mediaType: string, start: string): boolean {
  const saidToBe = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(mediaType);
  return saidToBe || /^\s{0,100}<(?:!doctype\s+html|html)\b/i.test(start);
}

/** Collects links to `.jar`, `.zip` and `.xml` files. `pageUrl` is the URL after redirects. */
export function parseRegistryPage(html: string, pageUrl: string): RegistryPage {
  const links = new Set<string>();
  let title = '';
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, { href }) {
      inTitle = name === 'title';
      const link = name === 'a' && href !== undefined ? linkOf(href, pageUrl) : undefined;
      if (link !== undefined && links.size < MAX_LINKS) links.add(link);
    },
    ontext(text) {
      if (inTitle && title.length < 200) title += text;
    },
    onclosetag() {
      inTitle = false;
    },
  });
  parser.end(html);
  const { origin } = new URL(pageUrl);
  return {
    title: title.replace(/\s+/g, ' ').trim().slice(0, 200) || undefined,
    links: [...links].filter((link) => new URL(link).origin === origin),
    elsewhere: [...links].filter((link) => new URL(link).origin !== origin),
  };
}

function linkOf(href: string, base: string): string | undefined {
  if (href.length > 2_000 || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  return isHttp && /\.(?:jar|zip|xml)$/i.test(url.pathname) && url.username === '' ? url.href : undefined;
}
