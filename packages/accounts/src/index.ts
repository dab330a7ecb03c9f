// @holdfast/accounts: users, logins, sessions and the audit log.
export {
  type AuditLine,
  type AuditWriter,
  isRefusalStatus,
  isRefusedLine,
} from './audit/audit.ts';
export { getAuditKey } from './audit/audit-buffer.ts';
export { limitAuditFileSizes } from './audit/audit-file.ts';
export type { AuditFilter, AuditPosition, AuditStore, StoredAuditEntry } from './audit/audit-store.ts';
export { type OpenedAuditLog, openAuditLog } from './audit/open-audit.ts';
export type { AccessTokenVerifier } from './oidc/access-token.ts';
export { type CodeFlow, type PendingLogin, ProviderLoginError } from './oidc/code-flow.ts';
export { examineProvider, type Oidc, openOidc } from './oidc/oidc.ts';
export type { OidcSettings } from './oidc/oidc-settings.ts';
export { ProviderUnavailableError } from './oidc/provider-fetch.ts';
export { createSessions, PENDING_LOGIN_MS, type Session, type Sessions } from './sessions/sessions.ts';
export {
  type AccessAction,
  changeProviderAccess,
  changeUserAccess,
  findProviderEntry,
  isProviderSubject,
  listProviderEntries,
  ProviderEntriesError,
} from './users/access-changes.ts';
export {
  changeUsersFile,
  findChangeObstacle,
  readUsersDocument,
  UsersFileLockedError,
} from './users/change-users-file.ts';
export type { ConfiguredLogin, LoginSettings } from './users/login-settings.ts';
export { hashPassword } from './users/password.ts';
export { PROVIDER_PREFIX, type ProviderUserEntry } from './users/provider-users.ts';
export {
  ANY_ROLE,
  hasRole,
  isAllowedByRoles,
  isTokenSecret,
  limitRoles,
  lockssRoles,
  makeApiToken,
  type NewApiToken,
  PLUGIN_STORE_ROLE,
  TOKEN_USER,
  type TokenEntry,
  type User,
} from './users/roles.ts';
export { findUserNameFault, mapUserName } from './users/user-name.ts';
export { createUsers, type LoginResult, type Users } from './users/users.ts';
export {
  addTokenEntry,
  findTokenFault,
  findUserEntry,
  isSameUserName,
  listTokens,
  listUserEntries,
  parseUsersDocument,
  putUserEntry,
  removeTokenEntry,
  removeUserEntry,
  type UserEntry,
  type UsersDocument,
} from './users/users-document.ts';
export { computeFileStamp } from './users/users-file.ts';
export { createConfiguredUsers, listConfiguredLogins } from './users/users-of-settings.ts';
export { createUsersProxy, type SharedUsers, shareUsers } from './workers/share-users.ts';
