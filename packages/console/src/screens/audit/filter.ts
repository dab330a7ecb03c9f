// What is looked for in the audit log: as it stands in the address of the screen, and as the services are asked for it.
import type { ServiceId } from '../../service/session.ts';

/** By the names that they have in the address. Empty: not asked for. */
export interface Filter {
  readonly user: string;
  readonly operation: string;
  /** `2026-11-23T08:15`, local time. */
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly outcome: string;
  readonly auid: string;
  readonly artifact: string;
  readonly request: string;
  /** `1`: what programs do by the thousand, too. */
  readonly routine: string;
}

export const NO_FILTER: Filter = {
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

export function filterIn(query: URLSearchParams): Filter {
  return Object.fromEntries(
    Object.keys(NO_FILTER).map((name) => [name, query.get(name) ?? '']),
  ) as unknown as Filter;
}

export const isEmpty = (filter: Filter): boolean => Object.values(filter).every((value) => value === '');

/** Parameters of GET /audit. */
export function inputOf(filter: Filter) {
  const { user, operation, event, outcome, auid, artifact, routine } = filter;
  const given = { user, operation, event, outcome, auid, artifact, requestId: filter.request };
  const [since, until] = [msOf(filter.from), msOf(filter.to)];
  // Who looks for one of them is shown all of it.
  const isNarrow = artifact !== '' || filter.request !== '';
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(routine === '' && !isNarrow && { routine: false }),
  };
}

function msOf(local: string): number | undefined {
  const ms = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Those that can know something of it: the configuration service keeps no artifacts. */
export function sidesOf(filter: Filter, chosen: readonly ServiceId[]): readonly ServiceId[] {
  return filter.artifact === '' ? chosen : chosen.filter((service) => service === 'repository');
}
