// URL under which the client reached this service. Links in responses are based on it.

export interface LinkableRequest {
  readonly protocol: string;
  readonly originalUrl: string;
  readonly headers: { host?: string | undefined };
}

export interface RequestLink {
  readonly href: string;
  /** Returns the link with a query parameter added or replaced. */
  with(name: string, value: string): string;
}

/**
 * Returns the URL of the request. Retains path and query verbatim, because a URL object would treat an AUID of two dots
 * as the parent folder. Replaces a Host header that is invalid in URLs with `localhost`.
 */
export function makeRequestLink({ protocol, originalUrl, headers }: LinkableRequest): RequestLink {
  const base = `${protocol}://${headers.host ?? 'localhost'}`;
  const usable = URL.canParse(base) && new URL(base).pathname === '/' && new URL(base).search === '';
  const href = `${usable ? new URL(base).origin : 'http://localhost'}${originalUrl}`;
  return {
    href,
    with: (name, value) => {
      const [path, query = ''] = splitOnce(href);
      const parameters = new URLSearchParams(query);
      parameters.set(name, value);
      return `${path}?${parameters}`;
    },
  };
}

function splitOnce(href: string): string[] {
  const mark = href.indexOf('?');
  return mark < 0 ? [href] : [href.slice(0, mark), href.slice(mark + 1)];
}
