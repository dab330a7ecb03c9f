// Records notices, for code that does not send them: the index, its migrations and the command line.

export type { NoticeExecutor } from './index/notice-database.ts';
export { recordNotices } from './index/notices.db.ts';
export { makeNoticeStatements } from './index/tables.ts';
export { MAX_NOTICE_ITEMS, type NewNotice, type StoredNotice } from './notices/notice.ts';
