// Tests merging the audit logs of both services page by page, and filtering them.
import type { AuditEntry } from '@holdfast/api-types';
import { describe, expect, it } from '@jest/globals';
import { parseAuditFilter, selectServices, toAuditInput } from '../../../src/screens/audit/filter.ts';
import { type AuditRow, loadMergedPage } from '../../../src/screens/audit/merged-log.ts';
import type { ServiceId } from '../../../src/service/session.ts';

const entry = (at: number, id: number): AuditEntry => ({
  id: `${at}.${id}`,
  at,
  ...{ event: 'write', operation: 'deleteAu', client: '::1', outcome: 'ok', requestId: 'r' },
});

/** Fake audit logs, which are returned in pages with the newest entries first. */
const LIMIT = 3;
const logs: Record<ServiceId, AuditEntry[]> = {
  repository: [9, 9, 9, 9, 4, 3].map((at, index) => entry(at, 20 - index)),
  configuration: [8, 7, 4, 1].map((at, index) => entry(at, 20 - index)),
};
const before = (one: AuditEntry, token: string): boolean => {
  const [[at, id], [of, than]] = [one.id, token].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  return at! < of! || (at === of && id! < than!);
};
const ask = async (service: ServiceId, token: string | undefined) => {
  const rest = logs[service].filter((one) => token === undefined || before(one, token));
  const entries = rest.slice(0, LIMIT);
  return { entries, ...(rest.length > LIMIT && { continuationToken: entries.at(-1)!.id }) };
};

async function allPages(services: readonly ServiceId[]): Promise<AuditRow[][]> {
  const pages: AuditRow[][] = [];
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const page = await loadMergedPage(ask, services, { token, limit: LIMIT });
    pages.push([...page.rows]);
    token = page.token;
  }
  return pages;
}

describe('both logs as one', () => {
  it('have every entry once, newest first', async () => {
    const pages = await allPages(['repository', 'configuration']);
    expect(pages.map((rows) => rows.map(({ at }) => at))).toEqual([[9, 9, 9], [9, 8, 7], [4, 4, 3], [1]]);
    expect(new Set(pages.flat().map(({ service, id }) => `${service} ${id}`)).size).toBe(10);
  });

  it('are one where the other is not there', async () => {
    expect((await allPages(['configuration'])).map((rows) => rows.length)).toEqual([3, 1]);
  });
});

describe('a filter', () => {
  it('asks for what stands in the address, and hides what is routine unless one thing is looked for', () => {
    const asked = (query: string) => toAuditInput(parseAuditFilter(new URLSearchParams(query)));
    expect(asked('')).toEqual({ routine: false });
    expect(asked('user=alice&from=1970-01-02T00:00&other=1')).toEqual({
      ...{ user: 'alice', routine: false },
      since: new Date('1970-01-02T00:00').getTime(),
    });
    expect(asked('routine=1&to=nonsense')).toEqual({});
    expect(asked('request=abc')).toEqual({ requestId: 'abc' });
  });

  it('asks only the service that has artifacts for one', () => {
    const filter = parseAuditFilter(new URLSearchParams('artifact=x'));
    expect(selectServices(filter, ['repository', 'configuration'])).toEqual(['repository']);
  });
});
