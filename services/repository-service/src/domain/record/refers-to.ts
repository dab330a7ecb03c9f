// What a revisit says of its original, by the rules of WARC 1.1, section 6.7.
import { hash } from 'node:crypto';
import type { DeclaredDigest, ImportRecord } from '@holdfast/warc';

export interface RefersTo {
  /** WARC-Refers-To, verbatim. */
  readonly recordId?: string | undefined;
  /** URL of the original. */
  readonly url: string | undefined;
  readonly dateMs: number | undefined;
  /** Payload digest that the original must have. */
  readonly digest: DeclaredDigest | undefined;
  /** The server answered "not modified": the original is an earlier capture of the revisit's own URL. */
  readonly isUnmodified?: true | undefined;
}

/** SHA-256 of no bytes, in hex. */
export const EMPTY_SHA256 = hash('sha256', '');

/** `url`: the revisit's own. */
export function toRefersTo(record: ImportRecord, url: string): RefersTo {
  const { refersTo, refersToUri, refersToDateMs: dateMs, declaredPayloadDigest } = record;
  const isUnmodified = isServerNotModified(record, url);
  // Heritrix declares the digest of the empty body of the 304, which says nothing about the original.
  const digest = isUnmodified && isEmptyDigest(declaredPayloadDigest) ? undefined : declaredPayloadDigest;
  const named = isUnmodified ? undefined : refersToUri || undefined;
  // WARC 1.1, 6.7.3, recommends WARC-Refers-To-Date alone: the URL is then that of the revisit.
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
 * Whether a revisit says that the server answered "not modified": by its profile, which WARC 1.0 and 1.1 spell differently,
 * or, where the profile is missing or wrong, by its status.
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
 * End of the time in which the original of an unmodified revisit was captured, exclusive: the second of
 * WARC-Refers-To-Date, else of the revisit itself. Undefined for other revisits.
 */
export function originalCapturedBeforeMs({
  refersTo,
  collectionMs,
}: {
  readonly refersTo?: RefersTo | undefined;
  readonly collectionMs: number;
}): number | undefined {
  if (!refersTo?.isUnmodified) return undefined;
  return (Math.floor((refersTo.dateMs ?? collectionMs) / 1000) + 1) * 1000;
}

/** Key of the URL and second by which a revisit names its original; undefined when it does not. */
export function referenceOf(refersTo: RefersTo | undefined): string | undefined {
  if (refersTo?.url === undefined || refersTo.dateMs === undefined) return undefined;
  return referenceKey(refersTo.url, refersTo.dateMs);
}

/** WARC-Refers-To-Date may be cut to seconds where the capture's own date was not. */
export function referenceKey(url: string, dateMs: number): string {
  return `${Math.floor(dateMs / 1000)} ${url}`;
}

/** Key of the payload digest that a revisit declares. */
export function digestOf(refersTo: RefersTo | undefined): string | undefined {
  return refersTo?.digest && digestKey(refersTo.digest);
}

export function digestKey({ algorithm, hex }: DeclaredDigest): string {
  return `${algorithm}:${hex}`;
}

/** Digests that are known of the payload of a capture. */
export interface PayloadDigests {
  readonly sha256: string;
  readonly storedSha1?: string | undefined;
  readonly payloadSha1?: string | undefined;
  readonly declaredDigest?: DeclaredDigest | undefined;
}

/** Keys of the digests under which a revisit may declare this payload. */
export function listDigestKeys({
  sha256,
  storedSha1,
  payloadSha1,
  declaredDigest,
}: PayloadDigests): string[] {
  const keys = [digestKey({ algorithm: 'sha256', hex: sha256 })];
  if (storedSha1 !== undefined) keys.push(digestKey({ algorithm: 'sha1', hex: storedSha1 }));
  if (payloadSha1 !== undefined) keys.push(digestKey({ algorithm: 'sha1', hex: payloadSha1 }));
  if (declaredDigest !== undefined) keys.push(digestKey(declaredDigest));
  return keys;
}
