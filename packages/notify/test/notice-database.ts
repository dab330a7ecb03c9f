// Test helper: a database with the tables of notices, and the dependencies of the planner and the sender.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTestDatabase } from '@holdfast/testkit';
import { type NoticeDatabase, openNoticeDatabase } from '../src/index/notice-database.ts';
import { makeNoticeStatements } from '../src/index/tables.ts';
import { insertTarget, type NewTarget, type NoticeTarget } from '../src/index/targets.db.ts';
import type { PlannerDeps } from '../src/planning/plan-deliveries.ts';
import type { DeliveryDeps } from '../src/sending/deliver.ts';

export interface TestNotices {
  readonly url: string;
  readonly opened: Database<Record<string, never>>;
  readonly database: NoticeDatabase;
  readonly planner: PlannerDeps;
  readonly sender: DeliveryDeps;
  /** Attempts that the sender has counted, such as `webhook sent`. */
  readonly attempts: string[];
  /** Lines of the sender's log. */
  readonly logged: string[];
}

/** Creates a database with the tables. Returns its URL. */
export async function createNoticeDatabase(): Promise<string> {
  return (await createTestDatabase({ template: { name: 'notices', prepare } })).url;
}

/** Opens the database and empties its tables. */
export async function openEmptyNotices(url: string): Promise<TestNotices> {
  const notices = openTestReplica(url);
  const tables = ['notice', 'notice_incident', 'notice_target', 'notice_delivery'];
  for (const table of tables) await notices.opened.pool.query(`delete from repository_${table}`);
  return notices;
}

/** Opens the database once more, as another replica would. */
export function openTestReplica(url: string): TestNotices {
  const opened = open(url);
  addCleanup(() => opened.close());
  const database = openNoticeDatabase(opened.kysely, 'repository');
  const context = { node: 'example', consoleUrl: 'https://holdfast.example.org/console/' };
  const attempts: string[] = [];
  const logged: string[] = [];
  const log = createLog({ service: 'test', destination: { write: (line: string) => logged.push(line) } });
  return {
    ...{ url, opened, database, attempts, logged },
    planner: { database, context, nowMs: Date.now, groupMs: 0 },
    sender: {
      ...{ database, log, mail: undefined, node: 'example', nowMs: Date.now, random: () => 0.5 },
      retryMs: [0, 0, 0],
      onAttempt: (type, outcome) => attempts.push(`${type} ${outcome}`),
    },
  };
}

async function prepare(url: string): Promise<void> {
  const database = open(url);
  for (const statement of makeNoticeStatements('repository')) await database.pool.query(statement);
  await database.close();
}

const open = (url: string) =>
  openDatabase<Record<string, never>>({ url, applicationName: 'test', onError: () => undefined });

/** Adds a target that subscribes to all kinds of damage. */
export async function addTarget(
  { database }: TestNotices,
  target: Partial<NewTarget> & Pick<NewTarget, 'type' | 'address'>,
): Promise<NoticeTarget> {
  const added = await insertTarget(database.db, database.owner, {
    ...{
      kinds: ['damage.found', 'damage.repaired', 'store.away'],
      language: 'en',
      hourlyCap: 20,
      weekly: false,
    },
    ...{ createdBy: 'admin', secret: undefined, ...target },
  });
  if (added === undefined) throw new Error('the target was not added');
  return added;
}
