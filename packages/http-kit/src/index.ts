// @holdfast/http-kit: the shell both services wear. See each file for what its exports promise.

export type { TracedCall, Tracing } from '@holdfast/tracing';
export type { AuditFilter, AuditStore, KeptEntry } from './audit/audit-store.ts';
export { changeUsersFile, UsersFileLockedError } from './auth/change-users-file.ts';
export { hashPassword } from './auth/password.ts';
export type { User } from './auth/roles.ts';
export { fieldRoles, mayDo, PLUGIN_STORE_ROLE } from './auth/roles.ts';
export { mapUserName, whyNotUserName } from './auth/user-name.ts';
export { createUsers, type Login, type Users, type UsersOptions } from './auth/users.ts';
export {
  entriesOf,
  findEntry,
  parseUsersDocument,
  type UsersDocument,
  withoutUser,
  withUser,
} from './auth/users-document.ts';
export { parseTime } from './conditions/http-time.ts';
export { rangeApplies } from './conditions/if-range.ts';
export {
  allowsWrite,
  judgeRead,
  type Preconditions,
  parsePreconditions,
  type Validators,
} from './conditions/preconditions.ts';
export type { BodyOf, Contract, ParamsOf, QueryOf, ServiceName } from './contract/contract.ts';
export {
  ignoreUnknownParameters,
  type Operation,
  operationsOf,
  parametersOf,
} from './contract/operations.ts';
export { DiskFullError, isDiskFull } from './disk/disk-full.ts';
export { createDiskSpace, type DiskSpace, type Room, type WatchedDisk } from './disk/disk-space.ts';
export { ApiError, type ApiErrorOptions, type ServerErrorType } from './errors/api-error.ts';
export * as errors from './errors/catalogue.ts';
export {
  createHealth,
  type Health,
  type HealthOptions,
  type ProblemCount,
  STARTUP_STAGES,
  type StartupStatus,
} from './health/health.ts';
export { type ApiStatus, apiStatus } from './health/status.ts';
export { type Place, whyNot } from './health/why-not.ts';
export { auditPart, auditSecret, auditSubject } from './http/audited.ts';
export { varyByCoding, wantsGzip } from './http/compress.ts';
export { mustHoldAnswer } from './http/held-answer.ts';
export { formFault, formTextFault } from './http/malformed-form.ts';
export type { ErrorBody } from './http/render-errors.ts';
export type { FailedRequest } from './http/requests.ts';
export { sendJson, sendJsonText } from './http/send-json.ts';
export { jsonArrayText, sendJsonArray } from './http/send-json-array.ts';
export { sendBody, sendStream, sendWhole, whenTaken } from './http/send-stream.ts';
export { SpillBuffer, type SpillSpace } from './http/spill-buffer.ts';
export type { Audit, AuditTarget } from './observe/audit.ts';
export { type LineOutput, type LineOutputOptions, lineOutput } from './observe/line-output.ts';
export { createLog, type Log, type LogLevel } from './observe/log.ts';
export { createMetrics, type Metrics } from './observe/metrics.ts';
export { type PolledGauge, polledGauges } from './observe/polled-gauges.ts';
export { whenTooSlow } from './server/client-pace.ts';
export { runService, type ServiceProgram } from './server/run-service.ts';
export { stopOnSignals } from './server/signals.ts';
export { startProbes } from './server/start-probes.ts';
export { type RunningService, type ServiceBase, startService } from './server/start-service.ts';
export * from './settings/index.ts';
export { auditPage, placeIn as auditPlaceIn } from './shell/audit-handlers.ts';
export type {
  Handler,
  Handlers,
  HandlersOf,
  HttpRequest,
  HttpResponse,
  ShellRequest,
} from './shell/handler.ts';
export { contractRoutes, routesOf } from './shell/routes.ts';
export type { ShellBase, ShellOptions } from './shell/shell.ts';
export { createShell } from './shell/shell.ts';
export { csvText } from './text/csv.ts';
export { validateField } from './validation/field.ts';
export { MAX_JSON_VALUES, parseJson } from './validation/json.ts';
export { validateValue } from './validation/values.ts';
export type { WorkerPart } from './workers/worker.ts';
