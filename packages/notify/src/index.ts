// Notifications of both services: records notices, and notifies people by mail and webhook. Code that only records
// notices imports `@holdfast/notify/outbox`, which loads fewer modules.

export { createNoticeHandlers, type NoticeHandlers, type NoticeHandlersDeps } from './handlers.ts';
export { type Incident, updateIncidents } from './index/incidents.db.ts';
export { type NoticeDatabase, openNoticeDatabase } from './index/notice-database.ts';
export { type NotifyDeps, type NotifyIntervals, notifyContinuously } from './notify-continuously.ts';
export type { FindAuNames } from './planning/plan-deliveries.ts';
