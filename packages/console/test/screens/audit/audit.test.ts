// Tests merging the audit logs of both services page by page, filtering and folding them, and the CSV.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditEntry } from '@holdfast/api-types';
import { configurationContract } from '@holdfast/api-types/configuration';
import { repositoryContract } from '@holdfast/api-types/repository';
import { listCallableOperations } from '@holdfast/client/callable';
import { describe, expect, it } from '@jest/globals';
import { loadAuditCsv } from '../../../src/screens/audit/audit-csv.ts';
import { parseAuditFilter, selectServices, toAuditInput } from '../../../src/screens/audit/filter.ts';
import { findFoldKind, foldAuditRows } from '../../../src/screens/audit/fold.ts';
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

describe('entries in the table', () => {
  const row = (part: Partial<AuditRow>): AuditRow => ({
    ...entry(1, 1),
    ...{ service: 'configuration', user: 'alice', status: 200 },
    ...part,
  });
  const reads = [1, 2, 3].map(() => row({ event: 'secret', operation: 'getParameters' }));

  it('fold the reads and routine operations of one user', () => {
    const routine = row({ routine: true, operation: 'patchAuState' });
    const other = row({ routine: true, user: 'bob' });
    const lines = foldAuditRows([row({}), ...reads, routine, other, row({})]);
    expect(lines.map((line) => line.length)).toEqual([1, 4, 1, 1]);
    expect(findFoldKind(lines[1]!)).toBe('routine');
  });

  const { status: _, ...part } = row({ auid: 'a' });

  it('fold the AUs of a request into the entry about the request', () => {
    const failed = { ...part, outcome: 'error' as const };
    const lines = foldAuditRows([row({}), part, failed, { ...part, requestId: 'other' }, row({})]);
    expect(lines.map((line) => line.length)).toEqual([3, 1, 1]);
    expect(findFoldKind(lines[0]!)).toBe('request');
    expect(foldAuditRows([row({}), part])).toHaveLength(1);
  });

  it('fold the AUs of a request whose own entry is elsewhere', () => {
    const lines = foldAuditRows([part, part, part, { ...part, requestId: 'other' }]);
    expect(lines.map((line) => line.length)).toEqual([3, 1]);
    expect(findFoldKind(lines[0]!)).toBe('aus');
  });

  it('fold an action that the console carries out in both services', () => {
    const adds = (service: ServiceId, at: number, address: string) =>
      row({
        service,
        at,
        operation: 'postNoticeTarget',
        requestId: `${at}`,
        subject: { address, id: `${at}` },
      });
    const lines = foldAuditRows([
      adds('configuration', 20_004, 'b@example.org'),
      adds('configuration', 20_003, 'a@example.org'),
      adds('repository', 20_002, 'b@example.org'),
      adds('repository', 20_001, 'a@example.org'),
      adds('repository', 20_000, 'a@example.org'),
      adds('configuration', 1, 'a@example.org'),
    ]);
    expect(lines.map((line) => line.map(({ at }) => at))).toEqual([
      [20_004, 20_002],
      [20_003, 20_001],
      [20_000],
      [1],
    ]);
    expect(lines.map(findFoldKind)).toEqual(['services', 'services', 'single', 'single']);
  });

  it('do not fold actions in both services with different outcomes', () => {
    const [ok, failed] = [row({}), row({ service: 'repository', outcome: 'error', status: 400 })];
    expect(foldAuditRows([ok, failed])).toHaveLength(2);
  });

  it('do not fold only two entries, or deletions by several requests', () => {
    const deletions = ['a', 'b', 'c'].map((requestId) => row({ requestId, operation: 'deleteArtifact' }));
    expect(foldAuditRows([...reads.slice(1), ...deletions]).every((line) => line.length === 1)).toBe(true);
  });
});

describe('the CSV of both services', () => {
  it('has every entry of all pages, and no formulas', async () => {
    const load = (token: string | undefined) =>
      loadMergedPage(ask, ['repository', 'configuration'], { token, limit: LIMIT });
    const { text, isCut } = await loadAuditCsv(load, () => '=1+1');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^at,action,service,event,operation,/);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^1970-01-01T00:00:00\.009Z,'=1\+1,repository,write,deleteAu,/);
    expect(isCut).toBe(false);
  });
});

describe('the descriptions of operations', () => {
  it.each(['repository', 'configuration'] as const)('exist for the writes of the %s service', (service) => {
    const path = join(import.meta.dirname, '../../../src/language/messages/audit.en.json');
    const words = JSON.parse(readFileSync(path, 'utf8')) as object;
    const contract = service === 'repository' ? repositoryContract : configurationContract;
    const writes = [...listCallableOperations(contract)].filter(([, { method }]) => method !== 'GET');
    const named = writes.filter(([operation]) => `do.${operation}` in words);
    // Some POST operations, such as summarizeAus and queries, are read-only and have no description.
    expect(named.length / writes.length).toBeGreaterThan(0.8);
  });
});
