// Splits database URLs with several servers: `postgres://user:password@host1:5432,host2/database`. PostgreSQL's own
// programs accept this format; the WHATWG URL parser and the driver do not.

const PARTS = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** Returns one URL per host, in the order of the hosts. Returns a URL with a single host unchanged. */
export function splitHosts(url: string): string[] {
  const [, start, hosts, rest] = PARTS.exec(url) ?? [];
  if (start === undefined || hosts === undefined || !hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** Returns whether the URL has several hosts, at least one of them empty. */
export function hasEmptyHost(url: string): boolean {
  const [, , hosts] = PARTS.exec(url) ?? [];
  return hosts?.includes(',') === true && hosts.split(',').some((host) => /^(?::\d*)?$/.test(host));
}
