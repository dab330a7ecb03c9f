// Looks again at what is known as damaged, and at nothing else: after objects came back from a backup, say.

import { judgeCompanions } from '../../content/judge-companions.ts';
import { judgeRecord } from '../../content/judge-record.ts';
import { clearDamageOf, clearStaleDamage } from '../../index/damage.db.ts';
import { type KnownDamage, knownDamage } from '../../index/fixity/recheck.db.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import type { FixityDeps } from './fixity-job.ts';

const PAGE_SIZE = 200;
/** This place is before the first one, in the order of PostgreSQL. */
const nil = { artifactId: '00000000-0000-0000-0000-000000000000', inPayload: false, inCompanions: false };

/** A job of its own lock: it is quick, and may run beside a walk. */
export function recheckJob(deps: Pick<FixityDeps, 'db' | 'store'>, bytesPerSecond: number | undefined): Job {
  return { name: 'fixity recheck', bytesPerSecond, work: (run) => recheck(deps, run) };
}

async function recheck({ db, store }: Pick<FixityDeps, 'db' | 'store'>, run: JobRun): Promise<void> {
  await clearStaleDamage(db);
  let after = (run.position as typeof nil | undefined) ?? nil;
  for (;;) {
    const page = await knownDamage(db, after, PAGE_SIZE);
    for (const damage of page) await recheckOne({ db, store }, run, damage);
    const last = page.at(-1);
    if (!last) return;
    const { artifactId, inPayload, inCompanions } = last;
    after = { artifactId, inPayload, inCompanions };
    await run.reached(after);
  }
}

async function recheckOne(
  { db, store }: Pick<FixityDeps, 'db' | 'store'>,
  run: JobRun,
  damage: KnownDamage,
): Promise<void> {
  const { key, record } = damage;
  await run.throttle(record.length);
  const reason = damage.inCompanions
    ? await judgeCompanions({ db, store }, damage.artifactId, run.signal)
    : await judgeRecord(store, key, record, run.signal);
  if (reason === undefined) await clearDamageOf(db, damage);
  const counts = reason === undefined ? { healed: 1 } : { damaged: 1 };
  run.done({ items: 1, bytes: record.length, counts });
}
