// Builds the address of a capture in the replay tool. A setting of the repository service contains the template for the
// address. The template determines the host, so values of a capture cannot change the host.

export interface ReplayTarget {
  readonly namespace: string;
  readonly url: string;
  readonly collectionMs: number;
}

export function formatReplayLink(template: string, { namespace, url, collectionMs }: ReplayTarget): string {
  const values: Readonly<Record<string, string>> = {
    namespace: encodeURIComponent(namespace),
    timestamp: formatTimestamp(collectionMs),
    // Replay tools expect an unencoded URL. Encode only characters that would end the path or are invalid in it.
    url: url.toWellFormed().replace(/[^\x21-\x7e]|[#"<>`]/gu, encodeURIComponent),
    encodedUrl: encodeURIComponent(url.toWellFormed()),
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Formats a time as 14 digits in UTC. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
