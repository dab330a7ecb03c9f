// Tests the service with an object store: it ships its changes, rejects a database that is older than the shipped
// changes, and serves all data again after a rebuild.
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { rebuildConfiguration } from '../../src/journal/rebuild.ts';
import { createConfigDatabase } from '../config-database.ts';
import { fetchStatus, type LogLine, startTestService } from '../service.ts';
import { makeJournalKey, openJournaled, openTestLocation } from './journaled.ts';

const words = (lines: readonly LogLine[]) => lines.map(({ msg }) => String(msg));

describe('a service with an object store', () => {
  it('serves everything again from a new database after a rebuild', async () => {
    const folder = await createTemporaryFolder();
    const key = makeJournalKey();
    const environment = { OBJECT_STORE: `fs:${folder}`, JOURNAL_INTERVAL: '20ms', JOURNAL_KEY: key };
    const first = await startTestService((await createConfigDatabase()).url, environment);
    await first.becomes(true);
    const send = (path: string, method: string, body: unknown) =>
      fetch(`${first.url}${path}`, {
        method,
        headers: { ...first.asAdmin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const users = [{ userName: 'alice', currentPassword: 'SHA-256:00ff' }];
    expect((await send('/users', 'POST', users)).status).toBe(200);
    await first.stop();
    expect(words(first.lines).filter((line) => line.includes('JOURNAL_KEY'))).toEqual([]);

    const database = await createConfigDatabase();
    const empty = await startTestService(database.url, environment);
    for (let reason = ''; !reason.includes('./holdfast keep rebuild --only configuration'); ) {
      const status = await fetchStatus(empty.url);
      expect(status.ready).toBe(false);
      reason = status.reason ?? '';
    }
    const { status } = await fetch(`${empty.url}/usernames`, { headers: empty.asAdmin });
    expect(status).toBeGreaterThanOrEqual(500);
    const place = await openTestLocation(folder, { key });
    const restoring = await openJournaled(place, database);
    const rebuild = () => rebuildConfiguration({ db: restoring.db.kysely, place, replaces: false });
    await empty.stop();
    expect(await rebuild()).toMatchObject({ outcome: 'restored', lost: [] });

    const again = await startTestService(database.url, environment);
    await again.becomes(true);
    const answer = await fetch(`${again.url}/users/alice`, { headers: again.asAdmin });
    expect(await answer.json()).toEqual(users[0]);
    await again.stop();
  });

  it('warns that the journal is in clear, or that there is none', async () => {
    const folder = await createTemporaryFolder();
    const { url } = await createConfigDatabase();
    for (const [environment, warning] of [
      [{ OBJECT_STORE: `fs:${folder}` }, 'JOURNAL_KEY is not set'],
      [{}, 'OBJECT_STORE is not set'],
    ] as const) {
      const service = await startTestService(url, environment);
      await service.becomes(true);
      await service.stop();
      expect(words(service.lines).filter((line) => line.includes(warning))).toHaveLength(1);
    }
    const { db } = await openJournaled(await openTestLocation(folder), { url } as never);
    const { rows } = await db.pool.query('select configuration_journal_is_active() as active');
    expect(rows).toEqual([{ active: false }]);
  });
});
