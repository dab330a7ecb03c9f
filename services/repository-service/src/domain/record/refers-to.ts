// Reads a revisit's references to its original (WARC 1.1, section 6.7).
import { hash } from 'node:crypto';
import type { DeclaredDigest, ImportRecord } from '@holdfast/warc';

export interface RefersTo {
  /** WARC-Refers-To, verbatim. */
  readonly recordId?: string | undefined;
  readonly url: string | undefined;
  readonly dateMs: number | undefined;
  readonly digest: DeclaredDigest | undefined;
  /** Whether the server responded "not modified". The original is then an earlier capture of the same URL. */
  readonly isUnmodified?: true | undefined;
}

/** SHA-256 of empty content, in hex. */
export const EMPTY_SHA256 = hash('sha256', '');

/** Returns the references of a revisit. `url`: URL of the revisit. */
export function toRefersTo(record: ImportRecord, url: string): RefersTo {
  const { refersTo, refersToUri, refersToDateMs: dateMs, declaredPayloadDigest } = record;
  const isUnmodified = isServerNotModified(record, url);
  // Ignore the digest that Heritrix declares for the empty body of a 304 response. It is not the digest of the
  // original.
  const digest = isUnmodified && isEmptyDigest(declaredPayloadDigest) ? undefined : declaredPayloadDigest;
  const named = isUnmodified ? undefined : refersToUri || undefined;
  // WARC 1.1, 6.7.3, recommends WARC-Refers-To-Date alone. The original then has the URL of the revisit.
  const ownUrl = isUnmodified || dateMs !== undefined ? url : undefined;
  return {
    recordId: refersTo || undefined,
    url: named ?? ownUrl,
    dateMs,
    digest,
    ...(isUnmodified && { isUnmodified }),
  };
}

/**
 * Returns whether the server responded "not modified", judging by the profile (spelt differently in WARC 1.0 and 1.1).
 * If the profile is missing or wrong, the status decides.
 */
function isServerNotModified(
  { profile = '', http, refersTo, refersToUri, declaredPayloadDigest: digest }: ImportRecord,
  url: string,
): boolean {
  if (/server-not-modified/i.test(profile)) return true;
  if (digest && !isEmptyDigest(digest)) return false;
  if (http?.status === 304) return !refersToUri || refersToUri === url;
  return !profile && !http && !refersTo && !refersToUri;
}

function isEmptyDigest(digest: DeclaredDigest | undefined): boolean {
  return digest !== undefined && digest.hex === hash(digest.algorithm, '');
}

/**
 * Returns the exclusive upper bound of the capture time of a server-not-modified revisit's original. The bound is the
 * end of the second in WARC-Refers-To-Date or, if that field is missing, in the revisit's date. Returns undefined for
 * other revisits.
 */
export function findOriginalUpperBoundMs({
  refersTo,
  collectionMs,
}: {
  readonly refersTo?: RefersTo | undefined;
  readonly collectionMs: number;
}): number | undefined {
  if (!refersTo?.isUnmodified) return undefined;
  return (Math.floor((refersTo.dateMs ?? collectionMs) / 1000) + 1) * 1000;
}

/** Returns a key of the URL and second to which the revisit refers, or undefined if it declares no URL or date. */
export function toReferenceKey(refersTo: RefersTo | undefined): string | undefined {
  if (refersTo?.url === undefined || refersTo.dateMs === undefined) return undefined;
  return makeReferenceKey(refersTo.url, refersTo.dateMs);
}

/** Returns a key of a URL and second. WARC-Refers-To-Date may omit the fraction that the capture has. */
export function makeReferenceKey(url: string, dateMs: number): string {
  return `${Math.floor(dateMs / 1000)} ${url}`;
}

export function toDeclaredDigestKey(refersTo: RefersTo | undefined): string | undefined {
  return refersTo?.digest && makeDigestKey(refersTo.digest);
}

export function makeDigestKey({ algorithm, hex }: DeclaredDigest): string {
  return `${algorithm}:${hex}`;
}

/** Computed digests of a capture's payload. */
export interface PayloadDigests {
  readonly sha256: string;
  readonly storedSha1?: string | undefined;
  readonly payloadSha1?: string | undefined;
  readonly declaredDigest?: DeclaredDigest | undefined;
}

/** Returns a key for each digest by which a revisit may refer to this payload. */
export function listDigestKeys({
  sha256,
  storedSha1,
  payloadSha1,
  declaredDigest,
}: PayloadDigests): string[] {
  const keys = [makeDigestKey({ algorithm: 'sha256', hex: sha256 })];
  if (storedSha1 !== undefined) keys.push(makeDigestKey({ algorithm: 'sha1', hex: storedSha1 }));
  if (payloadSha1 !== undefined) keys.push(makeDigestKey({ algorithm: 'sha1', hex: payloadSha1 }));
  if (declaredDigest !== undefined) keys.push(makeDigestKey(declaredDigest));
  return keys;
}
