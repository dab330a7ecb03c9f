// Restores finished checks from their certificates after a rebuild of the index.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { CertifiedCheck } from '../../domain/certificate.ts';
import type { IndexSchema } from '../schema.ts';
import { findScopeAuid, findScopeNamespace } from './runs.db.ts';

/** Restores a finished check. Does nothing if the index has the check. */
export async function restoreRun(
  db: Kysely<IndexSchema>,
  check: CertifiedCheck,
  document: string,
): Promise<void> {
  const { id, scope, counts } = check;
  const time = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
  await runInTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into fixity_run (id, scope, namespace, auid, stores, requested_by, requested_at, schedule_id, reason, state,
        started_at, ended_at, software, previous_id, requested, intact, damaged, missing, unreadable, not_checked, repaired,
        bytes, document)
      values (${id}::uuid, ${JSON.stringify(scope)}::jsonb, ${findScopeNamespace(scope)}, ${findScopeAuid(scope)}, ${check.stores},
        ${check.requestedBy}, ${time(check.requestedMs)}, ${check.schedule ?? null}::uuid, ${check.reason ?? null},
        'finished', ${time(check.startedMs)}, ${time(check.endedMs)}, ${check.software}, ${check.previous ?? null}::uuid,
        ${check.requested}, ${counts.intact}, ${counts.damaged}, ${counts.missing}, ${counts.unreadable},
        ${counts.notChecked}, ${counts.repaired}, ${check.bytes}, ${document})
      on conflict (id) do nothing returning id`.execute(tx);
    if (rows.length === 0) return;
    for (const { store = '', ...copy } of check.copies) {
      await sql`
        insert into fixity_run_store (run_id, store, copies, bytes, damaged, missing, unreachable, repaired)
        values (${id}::uuid, ${store}, ${copy.copies}, ${copy.bytes}, ${copy.damaged}, ${copy.missing},
          ${copy.unreachable}, ${copy.repaired})
        on conflict do nothing`.execute(tx);
    }
    for (const one of check.exceptions) {
      await sql`
        insert into fixity_run_exception (run_id, artifact_id, namespace, auid, url, outcome, store, reason, repaired_from)
        values (${id}::uuid, ${one.uuid}::uuid, ${one.namespace}, ${one.auid}, ${one.url}, ${one.outcome},
          ${one.store ?? null}, ${one.reason}, ${one.repairedFrom ?? null})
        on conflict do nothing`.execute(tx);
    }
  });
}
