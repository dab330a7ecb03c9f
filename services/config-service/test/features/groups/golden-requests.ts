// Adds, lists, deactivates, reactivates and deletes the AUs of a title database. Each operation is one request for all
// AUs.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import type { GroupResult } from '../../../src/features/groups/group.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';

interface Golden {
  readonly plugins: string;
  readonly titles: string;
  readonly table: string;
  readonly count: number;
  readonly absentPlugin: string;
  readonly incompatible: RegExp;
  /** Number of AUs that cannot be added to the configuration. */
  readonly failures: number;
}

export function testGroupRequests(golden: Golden): void {
  let service: ConfigTestService;
  let auids: string[];
  let names: Map<string, string>;
  let active: string[];
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    const environment = { PLUGIN_SOURCES: golden.plugins, TDB_SOURCES: golden.titles };
    service = await startTestService(url, environment);
    await service.becomes(true);
    names = goldenNames(golden.table);
    // Sorts by the reversed AUID, so that the order differs from the order of the files and of the index.
    auids = [...names.keys()].slice(0, golden.count).sort((a, b) => compare(reversed(a), reversed(b)));
    expect(auids).toHaveLength(golden.count);
  });
  afterAll(() => service.stop());

  const run = async (method: string, path: string): Promise<GroupResult[]> => {
    const call = request(service.url)[method.toLowerCase() as 'put'](path).set(service.asAdmin);
    const { body } = await call.send(auids).expect(200);
    const results = body as GroupResult[];
    expect(results.map(({ auId }) => auId)).toEqual(auids);
    for (const { auId, name } of results)
      if (!name.startsWith(names.get(auId)!)) expect(name).toBe(names.get(auId));
    return results;
  };
  const withMessage = (results: GroupResult[], message: string, isSuccess = true): string[] =>
    results.filter((one) => one.isSuccess === isSuccess && one.message === message).map(({ auId }) => auId);
  const listed = async (): Promise<{ auId: string; auConfig: Record<string, string> }[]> =>
    (await request(service.url).get('/aus').set(service.asAdmin).expect(200)).body;

  it('are added, but for those whose plugin is not there or finds them wanting', async () => {
    const results = await run('POST', '/aus/add');
    active = withMessage(results, 'Added');
    const failed = results.filter(({ isSuccess }) => !isSuccess);
    for (const { auId, message } of failed) {
      const why = auId.startsWith(`${golden.absentPlugin.replaceAll('.', '|')}&`)
        ? `Plugin not found: ${golden.absentPlugin}`
        : expect.stringMatching(golden.incompatible);
      expect({ auId, message }).toEqual({ auId, message: why });
    }
    expect(active.length + failed.length).toBe(golden.count);
    expect(failed).toHaveLength(golden.failures);
    expect(withMessage(await run('POST', '/aus/add'), 'Already Exists', false)).toEqual(active);
  });

  it('are listed in AUID byte order, under their names', async () => {
    const aus = await listed();
    expect(aus.map(({ auId }) => auId)).toEqual([...active].sort(compare));
    expect(aus.filter(({ auId, auConfig }) => auConfig['reserved.displayName'] !== names.get(auId))).toEqual(
      [],
    );
  });

  it('are deactivated, reactivated and deleted, and nothing is left', async () => {
    expect(withMessage(await run('PUT', '/aus/deactivate'), 'Deactivated')).toEqual(active);
    expect((await listed()).every(({ auConfig }) => auConfig['reserved.disabled'] === 'true')).toBe(true);
    expect(withMessage(await run('POST', '/aus/add'), 'Already Exists (inactive)', false)).toEqual(active);
    expect(withMessage(await run('PUT', '/aus/reactivate'), 'Reactivated')).toEqual(active);
    expect(withMessage(await run('DELETE', '/aus/delete'), 'Deleted')).toEqual(active);
    expect(await listed()).toEqual([]);
  });
}

/** Returns the names of the AUs whose plugin is available, keyed by AUID. */
function goldenNames(table: string): Map<string, string> {
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => line.split('\t')).filter((row) => row[4] !== 'needs.plugin');
  const names = new Map<string, string>();
  // Uses the first entry with each AUID.
  for (const [auid, , , name] of rows) if (!names.has(auid!)) names.set(auid!, name!);
  return names;
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const reversed = (text: string): string => [...text].reverse().join('');
