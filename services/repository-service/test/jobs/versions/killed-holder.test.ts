// Kills the process that places and lifts legal holds. Every legal hold in the bucket stays recorded.
import { fileURLToPath } from 'node:url';
import { withAdvisoryLock } from '@holdfast/pg-kit';
import { describeWithS3, fetchSigned, startProcess } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { LEGAL_HOLDS_LOCK } from '../../../src/jobs/versions/legal-holds.ts';
import { onIndex } from '../../index/on-index.ts';
import { type HeldBucket, openHeldBucket, type StoredPage } from './held-bucket.ts';

const KILLED_PAGES = 20;
const KILLED_ROUNDS = 4;

describeWithS3('legal holds', (s3) => {
  let bucket: HeldBucket;

  beforeAll(async () => {
    bucket = await openHeldBucket(s3);
  });

  /** Asks the bucket for the legal hold of each segment. Returns the keys of the segments that have one. */
  async function keysUnderLegalHold(pages: readonly StoredPage[]): Promise<string[]> {
    const keys: string[] = [];
    for (const { key } of pages) {
      const answer = await fetchSigned(bucket.settings, 'GET', `/${bucket.settings.bucket}/${key}`, {
        'legal-hold': '',
      });
      if (/<Status>ON</.test(await answer.text())) keys.push(key);
    }
    return keys;
  }

  it('are never forgotten when the process is killed', async () => {
    const held: StoredPage[] = [];
    for (let i = 0; i < KILLED_PAGES; i++) held.push(...(await bucket.storedPages('au')));
    const { rows } = await onIndex(bucket.database)<{ au_id: number }>`
      select au_id from artifact where id = ${held[0]!.uuid}`;
    const program = fileURLToPath(new URL('./killed-holder.ts', import.meta.url));
    let partly = 0;
    for (let round = 0; round < KILLED_ROUNDS; round++) {
      if (round % 2 === 0) {
        for (const { uuid } of held)
          await onIndex(bucket.database)`
            insert into hold (id, au_id, artifact_id, placed_by, reason)
            values (${uuid}, ${rows[0]!.au_id}, ${uuid}, 'x', 'y')`;
      } else await onIndex(bucket.database)`delete from hold`;
      const child = await startProcess(process.execPath, [
        program,
        bucket.service.databaseUrl,
        JSON.stringify(bucket.settings),
        String(1 + 5 * round),
      ]);
      await child.exited;
      // The service must not continue the work of the killed process during the comparison.
      await withAdvisoryLock(bucket.database.pool, LEGAL_HOLDS_LOCK, async () => {
        const inBucket = await keysUnderLegalHold(held);
        expect(await bucket.recordedKeys()).toEqual(expect.arrayContaining(inBucket));
        const placed = await onIndex(bucket.database)<{ key: string }>`
          select key from legal_hold where placed_at is not null`;
        expect(inBucket).toEqual(expect.arrayContaining(placed.rows.map(({ key }) => key)));
        if (inBucket.length > 0 && inBucket.length < held.length) partly += 1;
      });
      // Places the remaining legal holds, so that the next round lifts a complete set.
      if (round % 2 === 0) await bucket.reconcile();
    }
    expect(partly).toBeGreaterThan(0);
    await bucket.reconcile();
    expect(await bucket.recordedKeys()).toEqual([]);
    expect(await keysUnderLegalHold(held)).toEqual([]);
  });
});
