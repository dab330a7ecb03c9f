// @holdfast/http-kit: the shell both services wear. See each file for what its exports promise.
export { hashPassword } from './auth/password.ts';
export { fieldRoles, mayDo } from './auth/roles.ts';
export { createUsers, type Login, type Users, type UsersOptions } from './auth/users.ts';
export { parseUsers } from './auth/users-file.ts';
export { type Operation, operationsOf } from './contract/operations.ts';
export { ApiError, type ApiErrorOptions, type ServerErrorType } from './errors/api-error.ts';
export * as errors from './errors/catalogue.ts';
export { formFault } from './http/malformed-form.ts';
export { createLog, type Log, type LogLevel } from './observe/log.ts';
export { createMetrics, type Metrics } from './observe/metrics.ts';
export { type PolledGauge, polledGauges } from './observe/polled-gauges.ts';
export { contractRoutes, routesOf } from './routes.ts';
export { sendJsonArray } from './send-json-array.ts';
export { sendBody, sendStream } from './send-stream.ts';
export { createHealth, type Health, type HealthOptions, type StartupStatus } from './server/health.ts';
export { runService, type ServiceProgram } from './server/run-service.ts';
export { type RunningService, type ServiceBase, startService } from './server/start-service.ts';
export { type ApiStatus, apiStatus } from './server/status.ts';
export { commonSpec, type LoginSettings, loginFaults } from './settings/common.ts';
export { type Environment, readSettings, type Settings, SettingsError } from './settings/read-settings.ts';
export type { SettingSpec, SettingsSpec } from './settings/spec.ts';
export { createShell } from './shell.ts';
export type { TracedCall, Tracing } from './tracing/tracing.ts';
export type {
  BodyOf,
  Contract,
  ErrorBody,
  Handler,
  Handlers,
  HandlersOf,
  HttpRequest,
  HttpResponse,
  ParamsOf,
  QueryOf,
  ServiceName,
  ShellOptions,
  ShellRequest,
  User,
} from './types.ts';
export { validateField } from './validation/field.ts';
