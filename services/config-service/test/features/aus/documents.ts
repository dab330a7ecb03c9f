// Sample state documents, one of each kind.
import type { KnownAus } from './known-aus.ts';

export const peer = 'TCP:[192.0.2.7]:9729';

const writes = [
  ['PATCH', '/austates', { lastCrawlTime: 1 }],
  ['PATCH', '/auagreements', { rawMap: { [peer]: { id: peer, map: { POR: { percentAgreement: 0.5 } } } } }],
  ['PUT', '/aususpecturls', { suspectVersions: [{ url: 'http://x/', version: 1 }] }],
  ['PUT', '/noaupeers', { rawSet: [peer], date: 1 }],
] as const;

/** Writes a document of each kind for each AU. Returns the paths of the documents without the AUID. */
export async function writeDocuments(aus: KnownAus, auids: readonly string[]): Promise<string[]> {
  for (const auid of auids) {
    for (const [method, path, body] of writes) {
      await aus
        .call(method, `${path}/${encodeURIComponent(auid)}`)
        .send(body)
        .expect(200);
    }
  }
  return writes.map(([, path]) => path);
}
