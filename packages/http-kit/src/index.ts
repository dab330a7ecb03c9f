// @holdfast/http-kit: the HTTP shell of both services.

export type { Tracing } from '@holdfast/tracing';
export {
  allowsWrite,
  judgeRead,
  type Preconditions,
  parsePreconditions,
  parseTime,
  rangeApplies,
  type Validators,
} from './conditions/preconditions.ts';
export type { Contract, OperationQuery, ServiceName } from './contract/contract.ts';
export { ignoreUnknownParameters, listOperations, listQueryParameters } from './contract/operations.ts';
export { apiStatus } from './contract/status.ts';
export { ApiError } from './errors/api-error.ts';
export * as errors from './errors/catalogue.ts';
export { auditPart, auditSecret, auditSubject } from './http/audit-request.ts';
export { type FormFile, MultipartForm } from './http/multipart-form.ts';
export { varyByCoding, wantsGzip } from './http/outgoing.ts';
export { sendJson, sendJsonText } from './http/send-json.ts';
export { sendJsonArray } from './http/send-json-array.ts';
export { sendBody, sendStream, sendWhole, whenTaken } from './http/send-stream.ts';
export { mustHoldAnswer, SpillBuffer, type SpillSpace } from './http/spill-buffer.ts';
export { whenTooSlow } from './server/connections.ts';
export type { ServiceBase } from './server/service-plan.ts';
export { type RunningService, startService } from './server/start-service.ts';
export { auditPage, csvText, parseAuditToken as auditPlaceIn } from './shell/audit-handlers.ts';
export type { Handler, HttpRequest, HttpResponse, OperationHandlers, ShellRequest } from './shell/handler.ts';
export { contractRoutes, listRoutes } from './shell/routes.ts';
export type { ShellBase, ShellOptions } from './shell/shell.ts';
export { createShell } from './shell/shell.ts';
export { validateField } from './validation/body.ts';
export { MAX_JSON_VALUES, parseJson } from './validation/json.ts';
export { validateValue } from './validation/values.ts';
