// Builds the URL of a capture in the replay tool from a template, which is a setting of the repository service. Only
// the template determines the host, so values of a capture cannot change the host.

export interface ReplayTarget {
  readonly namespace: string;
  readonly url: string;
  readonly collectionMs: number;
}

export function formatReplayLink(template: string, { namespace, url, collectionMs }: ReplayTarget): string {
  const values: Readonly<Record<string, string>> = {
    namespace: encodeURIComponent(namespace),
    timestamp: formatTimestamp(collectionMs),
    // Encodes only characters that would end the path or are invalid in a path, because replay tools expect an
    // unencoded URL.
    url: url.toWellFormed().replace(/[^\x21-\x7e]|[#"<>`]/gu, encodeURIComponent),
    encodedUrl: encodeURIComponent(url.toWellFormed()),
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Formats a time as 14 digits, in UTC. */
export function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
