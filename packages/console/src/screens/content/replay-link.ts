// The address of a capture in the replay tool, made of the template that a setting of the repository service names. The
// template says where it leads; nothing of a capture can lead elsewhere, because it only fills in what is behind the host.

export interface Replayed {
  readonly namespace: string;
  readonly url: string;
  readonly collectionMs: number;
}

export function replayLink(template: string, { namespace, url, collectionMs }: Replayed): string {
  const values: Readonly<Record<string, string>> = {
    namespace: encodeURIComponent(namespace),
    timestamp: timestampOf(collectionMs),
    // Replay tools take a URL as it is; what would end the path early, or cannot stand there, is encoded.
    url: url.toWellFormed().replace(/[^\x21-\x7e]|[#"<>`]/gu, encodeURIComponent),
    encodedUrl: encodeURIComponent(url.toWellFormed()),
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** 14 digits, UTC. */
export function timestampOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
}
