// Computes the order of listings byte by byte from the documented rule, without code of the service.

export interface ListingKey {
  uri: string;
  auid: string;
  version: number;
}

/** Compares by URL (with `/` before every other character), then by AUID, then by descending version. */
export function compareInListingOrder(a: ListingKey, b: ListingKey): number {
  const byUrl = a.uri === b.uri ? 0 : Buffer.compare(slashLowest(a.uri), slashLowest(b.uri));
  const byAu = byUrl || (a.auid === b.auid ? 0 : Buffer.compare(Buffer.from(a.auid), Buffer.from(b.auid)));
  return byAu || b.version - a.version;
}

/**
 * Maps a URL to bytes that sort with `/` lowest: increments every other byte, which is safe because UTF-8 has no byte
 * 0xff.
 */
function slashLowest(url: string): Buffer {
  return Buffer.from(Buffer.from(url).map((byte) => (byte === 0x2f ? 0 : byte + 1)));
}
