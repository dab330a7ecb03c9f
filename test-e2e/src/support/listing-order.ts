// The order of listings, worked out byte by byte from the rule and from nothing of the service.

export interface Ordered {
  uri: string;
  auid: string;
  version: number;
}

/** URL with `/` before every other character, then AUID, then the highest version first. */
export function inListingOrder(a: Ordered, b: Ordered): number {
  const byUrl = a.uri === b.uri ? 0 : Buffer.compare(slashLowest(a.uri), slashLowest(b.uri));
  const byAu = byUrl || (a.auid === b.auid ? 0 : Buffer.compare(Buffer.from(a.auid), Buffer.from(b.auid)));
  return byAu || b.version - a.version;
}

/** Every byte steps up by one, and `/` becomes the lowest. (No byte of UTF-8 is 0xff.) */
function slashLowest(url: string): Buffer {
  return Buffer.from(Buffer.from(url).map((byte) => (byte === 0x2f ? 0 : byte + 1)));
}
