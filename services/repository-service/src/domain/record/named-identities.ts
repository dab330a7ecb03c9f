// Identities of another node's artifacts, supplied separately from their records. A record is matched by its URL and
// payload digest, so its bytes remain unchanged.
import type { ImportRecord } from '@holdfast/warc';
import type { IdentifiedRecord } from './requested-identity.ts';

export interface NamedIdentity {
  readonly uuid: string;
  readonly url: string;
  readonly version: number;
  /** SHA-256 of the payload, lower-case hex. */
  readonly sha256: string;
  /** Capture time, in milliseconds since 1970. */
  readonly collectionMs: number;
  readonly storeMs: number | undefined;
}

export class NamedIdentities {
  readonly #waiting = new Map<string, NamedIdentity[]>();

  constructor(identities: readonly NamedIdentity[]) {
    for (const identity of identities) {
      const key = toKey(identity.url, identity.sha256);
      const same = this.#waiting.get(key);
      if (same) same.push(identity);
      else this.#waiting.set(key, [identity]);
    }
  }

  /** Returns the identity of the record, or the reason why it has none. Each identity is returned only once. */
  take({ type, targetUri, payload, dateMs }: ImportRecord): IdentifiedRecord | string {
    if (type === 'revisit') return 'a revisit has no payload that could identify the artifact';
    const same = this.#waiting.get(toKey(targetUri, payload.sha256)) ?? [];
    const dated = same.findIndex(({ collectionMs }) => collectionMs === dateMs);
    const [identity] = same.splice(Math.max(dated, 0), 1);
    if (!identity) return 'none of the identities has its URL and digest';
    const { uuid, version, storeMs, collectionMs, url } = identity;
    return { given: { uuid, version, storeMs }, url, collectionMs, damage: undefined, warning: undefined };
  }
}

function toKey(url: string, sha256: string): string {
  return `${sha256} ${url}`;
}
