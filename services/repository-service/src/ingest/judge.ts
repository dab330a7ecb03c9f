// Judges what the codec found before the index is asked: errors, exclusions, and what is a candidate to be stored.
import type { Capture, Finding } from './capture.ts';
import type { Entry } from './entry.ts';
import type { Told, Verdict } from './open-batch.ts';

export interface Rules {
  storeDuplicate: boolean;
  /** Whether records with this HTTP status are not wanted. */
  excludes(httpStatus: number): boolean;
}

export type Judgement = { accepted: false; verdict: Verdict } | { accepted: true; capture: Capture };

export function judge(finding: Finding, rules: Rules): Judgement {
  if (finding.finding === 'damage') return refuse('ERROR', finding.message);
  if (finding.error !== undefined) return refuse('ERROR', finding.error);
  const status = finding.http?.status;
  if (status !== undefined && rules.excludes(status)) {
    return refuse('EXCLUDED', `HTTP status ${status} matches the pattern of statuses not to import`);
  }
  return { accepted: true, capture: finding };
}

export function told(finding: Finding): Told {
  return {
    recordId: finding.recordId || undefined,
    offset: finding.offset,
    url: finding.url || undefined,
    warnings: finding.finding === 'capture' ? finding.warnings : [],
  };
}

/** An entry for a capture; where its member is stored is filled in when it is appended. */
export function entryOf(capture: Capture, id: string, rules: Rules): Entry {
  return {
    id,
    url: capture.url,
    urlkey: capture.urlkey,
    kind: capture.kind,
    collectionMs: capture.collectionMs,
    httpStatus: capture.http?.status,
    mime: capture.mime,
    redirect: capture.http?.location,
    headBytes: capture.http?.headBytes ?? 0,
    contentLength: capture.contentLength,
    sha256: capture.sha256,
    storedSha1: capture.storedSha1,
    dechunked: capture.dechunked,
    refersTo: capture.refersTo,
    stored: undefined,
    committed: true,
    storeDuplicate: rules.storeDuplicate,
  };
}

function refuse(status: 'ERROR' | 'EXCLUDED', message: string): Judgement {
  return { accepted: false, verdict: { status, message } };
}
