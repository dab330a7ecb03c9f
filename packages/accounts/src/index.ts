// @holdfast/accounts: users, logins, sessions and the audit log.
export { type Audit, type AuditLine, boundAudit, isRefusal, isRefused } from './audit/audit.ts';
export { getAuditKey } from './audit/audit-keeper.ts';
export type { AuditFilter, AuditPosition, AuditStore, KeptEntry } from './audit/audit-store.ts';
export { type OpenAudit, openAuditLog } from './audit/open-audit.ts';
export { createSessions, type Session, type Sessions } from './sessions/sessions.ts';
export {
  changeUsersFile,
  readUsersDocument,
  UsersFileLockedError,
  whyNotChangeable,
} from './users/change-users-file.ts';
export { hashPassword } from './users/password.ts';
export {
  ANY_ROLE,
  fieldRoles,
  hasRole,
  limitRoles,
  mayDo,
  PLUGIN_STORE_ROLE,
  type User,
} from './users/roles.ts';
export { isTokenSecret, makeToken, TOKEN_USER, type TokenEntry } from './users/tokens.ts';
export { mapUserName, whyNotUserName } from './users/user-name.ts';
export { createUsers, type Login, type Users } from './users/users.ts';
export {
  findEntry,
  listTokens,
  listUserEntries,
  markSessionsEnded,
  parseUsersDocument,
  removeTokens,
  sameName,
  type UserEntry,
  type UsersDocument,
  withoutToken,
  withoutUser,
  withToken,
  withUser,
} from './users/users-document.ts';
export { fileStamp } from './users/users-file.ts';
export {
  type LoginOfSetting,
  loginFaults,
  loginsOfSettings,
  usersOfSettings,
} from './users/users-of-settings.ts';
export { type SharedUsers, shareUsers, usersOfPrimary } from './workers/share-users.ts';
