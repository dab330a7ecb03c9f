// Report on the content of an AU: artifacts and bytes by host, media type, HTTP status and year, as JSON or CSV.
import type { AuReport, AuReportLine } from '@holdfast/api-types';
import { formatCsvLine } from '@holdfast/http-kit';
import { Semaphore } from '@holdfast/service-kit';
import { LRUCache } from 'lru-cache';
import { findAu } from '../../index/aus/au.db.ts';
import { type AuReportRow, REPORT_GROUPS, readAuReport } from '../../index/aus/au-report.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { makeNoSuchAuError } from '../errors.ts';

/** Maximum number of reports that are computed concurrently. Each one reads every artifact of an AU. */
const REPORTS_AT_ONCE = 2;
const MAX_MS = 20_000;
const CACHED_MS = 60_000;
const MAX_CACHED = 100;

export interface AuReportDeps extends Pick<ListingDeps, 'db' | 'listingDb'> {
  nowMs(): number;
}

interface AuName {
  readonly namespace: string;
  readonly auid: string;
}

/** Request for a report. Users take turns when many of them wait. */
interface ReportRequest extends AuName {
  readonly user: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that reports on an AU. Caches each report for a minute; concurrent requests share one query. Throws
 * 404 for an AU without artifacts.
 */
export function createAuReporter(deps: AuReportDeps): (request: ReportRequest) => Promise<AuReport> {
  const computing = new Semaphore(REPORTS_AT_ONCE);
  const cache = new LRUCache<string, Promise<AuReport>>({ max: MAX_CACHED, ttl: CACHED_MS });
  return async ({ namespace, auid, user, signal }) => {
    const au = await findAu(deps.db, { namespace, hash: hashAuid(auid) });
    if (au === undefined || au.artifactCount === 0) throw makeNoSuchAuError(auid, namespace);
    const key = `${namespace} ${auid}`;
    const known = cache.get(key);
    if (known) return known;
    const release = await computing.acquire(signal, user);
    // Another request may have started the report while this one waited.
    const started = cache.get(key);
    if (started) {
      release();
      return started;
    }
    const report = computeReport(deps, au.auId, { namespace, auid }).finally(release);
    cache.set(key, report);
    report.catch(() => cache.delete(key));
    return report;
  };
}

async function computeReport(
  { listingDb, nowMs }: AuReportDeps,
  auId: number,
  { namespace, auid }: AuName,
): Promise<AuReport> {
  const at = nowMs();
  const rows = await readAuReport(listingDb.kysely, auId, { longestMs: MAX_MS });
  return { namespace, auid, at, ...toReport(rows) };
}

function toReport(rows: readonly AuReportRow[]): Omit<AuReport, 'namespace' | 'auid' | 'at'> {
  const { artifacts, bytes } = rows.find(({ group }) => group === 'all') ?? { artifacts: 0, bytes: 0 };
  const [hosts, types, statuses, years] = REPORT_GROUPS.map((wanted) =>
    rows.filter(({ group }) => group === wanted).map(toLine),
  ) as [AuReportLine[], AuReportLine[], AuReportLine[], AuReportLine[]];
  return { artifacts, bytes, hosts, types, statuses, years };
}

function toLine({ name, artifacts, bytes, combined }: AuReportRow): AuReportLine {
  return {
    ...(name !== null && { name }),
    ...{ artifacts, bytes },
    ...(combined !== undefined && { others: combined }),
  };
}

/** Formats the report as CSV: one line for all artifacts, then one line per name of each group. */
export function formatAuReportCsv(report: AuReport): string {
  const cells = [
    ['group', 'name', 'artifacts', 'bytes'],
    ['all', '', report.artifacts, report.bytes],
    ...REPORT_GROUPS.flatMap((group) =>
      report[group].map(({ name = '', artifacts, bytes, others }) => [
        ...[group, others === undefined ? name : `(${others} others)`],
        ...[artifacts, bytes],
      ]),
    ),
  ];
  return cells.map(formatCsvLine).join('');
}
