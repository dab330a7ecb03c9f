// Fixity certificates: JSON documents with the result of a check. Each certificate is also an object in the store, so
// that a rebuild of the index restores it.
import {
  type CheckCounts,
  type CheckException,
  type CheckedStoreCounts,
  type CheckScope,
  type CheckStores,
  type CheckVerdict,
  findVerdict,
} from './fixity-check.ts';

export const CERTIFICATES_PREFIX = 'certificates/';

/** Maximum number of exceptions in a certificate. `exceptionCount` also counts exceptions that do not fit. */
export const MAX_CERTIFIED_EXCEPTIONS = 1_000;

const METHOD =
  'Every copy was read, and the SHA-256 of each payload was compared with the digest recorded at import.';

/** Data from which a certificate is created. Times are in milliseconds since 1970. */
export interface CertifiedCheck {
  readonly id: string;
  readonly scope: CheckScope;
  /** UUIDs of the artifacts if the scope is a list, otherwise undefined. */
  readonly uuids: readonly string[] | undefined;
  readonly stores: CheckStores;
  readonly requestedBy: string;
  readonly reason: string | undefined;
  readonly schedule: string | undefined;
  readonly requestedMs: number;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly software: string;
  readonly requested: number;
  readonly counts: CheckCounts;
  readonly bytes: number;
  readonly copies: readonly CheckedStoreCounts[];
  readonly exceptions: readonly CheckException[];
  readonly previous: string | undefined;
}

/** Content of a certificate. Fields may be added, but never changed or removed. */
interface CertificateDocument {
  readonly certificate: 1;
  readonly check: string;
  readonly verdict: CheckVerdict;
  readonly method: string;
  readonly scope: CheckScope & { readonly uuids?: readonly string[] };
  readonly stores: CheckStores;
  readonly requestedBy: string;
  readonly reason?: string;
  readonly schedule?: string;
  readonly requestedAt: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly software: string;
  readonly artifacts: CheckCounts & { readonly requested: number };
  readonly bytes: number;
  readonly copies: readonly CheckedStoreCounts[];
  readonly exceptionCount: number;
  readonly exceptions: readonly CheckException[];
  readonly previous?: string;
}

/** Formats a certificate. The same check always results in the same text. */
export function formatCertificate(check: CertifiedCheck): string {
  const { intact, damaged, missing, unreadable, notChecked, repaired } = check.counts;
  const counts = { intact, damaged, missing, unreadable, notChecked, repaired };
  const document: CertificateDocument = {
    certificate: 1,
    check: check.id,
    verdict: findVerdict('finished', check.counts, check.requested)!,
    method: METHOD,
    scope: { ...check.scope, ...(check.uuids && { uuids: check.uuids }) },
    stores: check.stores,
    requestedBy: check.requestedBy,
    ...(check.reason !== undefined && { reason: check.reason }),
    ...(check.schedule !== undefined && { schedule: check.schedule }),
    requestedAt: formatTime(check.requestedMs),
    startedAt: formatTime(check.startedMs),
    endedAt: formatTime(check.endedMs),
    software: check.software,
    artifacts: { requested: check.requested, ...counts },
    bytes: check.bytes,
    copies: check.copies,
    exceptionCount: damaged + missing + unreadable,
    exceptions: check.exceptions.slice(0, MAX_CERTIFIED_EXCEPTIONS),
    ...(check.previous !== undefined && { previous: check.previous }),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Parses a certificate's text. Returns undefined if it is not a complete certificate. */
export function parseCertificate(text: string): CertifiedCheck | undefined {
  try {
    const check = toCheck(JSON.parse(text) as CertificateDocument);
    return isComplete(check) ? check : undefined;
  } catch {
    return undefined;
  }
}

function isComplete({
  id,
  scope,
  requestedMs,
  startedMs,
  endedMs,
  requested,
  counts,
  ...check
}: CertifiedCheck) {
  const numbers = [requestedMs, startedMs, endedMs, requested, check.bytes, ...Object.values(counts)];
  return (
    UUID_PATTERN.test(id) &&
    typeof scope.kind === 'string' &&
    numbers.length === 11 &&
    numbers.every((number) => Number.isSafeInteger(number)) &&
    Array.isArray(check.copies) &&
    check.exceptions.every(({ uuid }) => UUID_PATTERN.test(uuid))
  );
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function toCheck(document: CertificateDocument): CertifiedCheck {
  if (document.certificate !== 1) throw new TypeError('not a certificate of this version');
  const { uuids, ...scope } = document.scope;
  const { requested, ...counts } = document.artifacts;
  return {
    id: document.check,
    scope: scope as CheckScope,
    uuids,
    stores: document.stores,
    requestedBy: document.requestedBy,
    reason: document.reason,
    schedule: document.schedule,
    requestedMs: Date.parse(document.requestedAt),
    startedMs: Date.parse(document.startedAt),
    endedMs: Date.parse(document.endedAt),
    software: document.software,
    ...{ requested, counts },
    bytes: document.bytes,
    copies: document.copies,
    exceptions: document.exceptions,
    previous: document.previous,
  };
}

export function toCertificateKey({ id, endedMs }: Pick<CertifiedCheck, 'id' | 'endedMs'>): string {
  return `${CERTIFICATES_PREFIX}${formatTime(endedMs).slice(0, 4)}/${id}.json`;
}

const formatTime = (ms: number) => new Date(ms).toISOString();
