// The first schema of the index: its tables, indexes, functions and triggers.
import { makeNoticeStatements } from '@holdfast/notify/outbox';
import { makeAuditTableStatements, makeOutboxStatements } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { artifactStatements } from './first/artifacts.ts';
import { checkStatements } from './first/checks.ts';
import { copyStatements } from './first/copies.ts';
import { deletionStatements } from './first/deletions.ts';
import { holdStatements } from './first/holds.ts';
import { journalStatements } from './first/journal.ts';
import { keepingStatements } from './first/keeping.ts';
import { longKeyStatements } from './first/long-keys.ts';
import { searchStatements } from './first/search.ts';
import { viewStatements } from './first/view.ts';

const statements = [
  ...artifactStatements,
  ...longKeyStatements,
  ...keepingStatements,
  ...holdStatements,
  ...deletionStatements,
  ...journalStatements,
  ...viewStatements,
  ...copyStatements,
  ...searchStatements,
  ...checkStatements,
  ...makeOutboxStatements('repository'),
  ...makeAuditTableStatements('repository'),
  ...makeNoticeStatements('repository'),
];

/** Last migration of the development builds, whose schema is identical to this one. */
export const lastBeforeRelease = '0024-segments-at-fault';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
