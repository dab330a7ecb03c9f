// Access to a service's database for the queries of this package, which are independent of the service's schema.
import { type Executor, runInTransaction } from '@holdfast/pg-kit';
import type { QueryExecutorProvider } from 'kysely';
import type { NoticeOwner } from '../notices/notice.ts';

/** Database or transaction in which queries run. */
export type NoticeExecutor = QueryExecutorProvider;

export interface NoticeDatabase {
  readonly owner: NoticeOwner;
  readonly db: NoticeExecutor;
  inTransaction<Result>(work: (tx: NoticeExecutor) => Promise<Result>): Promise<Result>;
}

export function openNoticeDatabase<DB>(db: Executor<DB>, owner: NoticeOwner): NoticeDatabase {
  return { owner, db, inTransaction: (work) => runInTransaction(db, work) };
}
