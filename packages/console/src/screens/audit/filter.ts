// Converts the filter of the audit log to the query string of the screen's URL, and to request parameters of the
// services.
import type { ServiceId } from '../../service/session.ts';

/** Filter values. Keys are the parameter names in the URL. An empty value does not restrict the results. */
export interface AuditFilter {
  readonly user: string;
  readonly operation: string;
  /** Local time, such as `2026-11-23T08:15`. */
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly outcome: string;
  readonly auid: string;
  readonly artifact: string;
  readonly request: string;
  /** `1` includes routine operations, which programs repeat often. */
  readonly routine: string;
}

export const EMPTY_AUDIT_FILTER: AuditFilter = {
  user: '',
  operation: '',
  from: '',
  to: '',
  event: '',
  outcome: '',
  auid: '',
  artifact: '',
  request: '',
  routine: '',
};

export function parseAuditFilter(query: URLSearchParams): AuditFilter {
  return Object.fromEntries(
    Object.keys(EMPTY_AUDIT_FILTER).map((name) => [name, query.get(name) ?? '']),
  ) as unknown as AuditFilter;
}

export const isEmptyFilter = (filter: AuditFilter): boolean =>
  Object.values(filter).every((value) => value === '');

/** Returns the parameters of GET /audit. */
export function toAuditInput(filter: AuditFilter) {
  const { user, operation, event, outcome, auid, artifact, routine } = filter;
  const given = { user, operation, event, outcome, auid, artifact, requestId: filter.request };
  const [since, until] = [parseLocalTime(filter.from), parseLocalTime(filter.to)];
  // Includes routine operations if the filter selects one artifact or one request.
  const isNarrow = artifact !== '' || filter.request !== '';
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(routine === '' && !isNarrow && { routine: false }),
  };
}

function parseLocalTime(local: string): number | undefined {
  const ms = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Returns the services that can have matching entries. The configuration service has no entries about artifacts. */
export function selectServices(filter: AuditFilter, chosen: readonly ServiceId[]): readonly ServiceId[] {
  return filter.artifact === '' ? chosen : chosen.filter((service) => service === 'repository');
}
