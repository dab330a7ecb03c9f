// First schema of the configuration service.
import { makeNoticeStatements } from '@holdfast/notify/outbox';
import { makeAuditTableStatements, makeOutboxStatements } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { auStatements } from './first/aus.ts';
import { configurationStatements } from './first/configuration.ts';
import { journalStatements } from './first/journal.ts';
import { pluginStatements } from './first/plugins.ts';
import { titleStatements } from './first/titles.ts';

const statements = [
  ...pluginStatements,
  ...auStatements,
  ...configurationStatements,
  ...titleStatements,
  ...journalStatements,
  ...makeOutboxStatements('configuration'),
  ...makeAuditTableStatements('configuration'),
  ...makeNoticeStatements('configuration'),
];

/** Last migration of the development builds. Its schema is identical to the schema of this migration. */
export const lastBeforeRelease = '0018-outbox-functions';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
