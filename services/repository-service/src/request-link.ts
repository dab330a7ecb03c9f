// The URL that a client used, for links back to it.

export interface LinkableRequest {
  protocol: string;
  originalUrl: string;
  headers: { host?: string | undefined };
}

/** A Host header that no URL can hold gives way to a neutral one. */
export function requestLink({ protocol, originalUrl, headers }: LinkableRequest): URL {
  const base = `${protocol}://${headers.host ?? 'localhost'}`;
  const usable = URL.canParse(base) && new URL(base).pathname === '/' && new URL(base).search === '';
  return new URL(`${usable ? new URL(base).origin : 'http://localhost'}${originalUrl}`);
}
