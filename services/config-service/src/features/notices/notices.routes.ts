// Handles GET /notices, and the operations on targets and deliveries of notifications.
import { createNoticeHandlers, type NoticeHandlers, type NoticeHandlersDeps } from '@holdfast/notify';

export interface NoticesDeps {
  readonly notices: Omit<NoticeHandlersDeps, 'guard'>;
}

export function createNoticesRoutes({ notices }: NoticesDeps): NoticeHandlers {
  return createNoticeHandlers({ ...notices, guard: (result) => result });
}
