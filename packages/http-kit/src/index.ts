// @holdfast/http-kit: the HTTP layer of both services.

export type { Tracing } from '@holdfast/tracing';
export {
  evaluateReadConditions,
  isRangeApplicable,
  isWriteAllowed,
  type Preconditions,
  parseConditionTime,
  parsePreconditions,
  type RepresentationValidators,
} from './conditions/preconditions.ts';
export type { Contract, OperationQuery, ServiceIdentity } from './contract/contract.ts';
export { ignoreUnknownParameters, listOperations, listQueryParameters } from './contract/operations.ts';
export { makeApiStatus } from './contract/status.ts';
export { ApiError } from './errors/api-error.ts';
export * as errors from './errors/catalogue.ts';
export { addAuditSubject, auditAuOutcome, markResponseSecret } from './http/audit-request.ts';
export { formatCsvLine, quoteCsvText } from './http/csv.ts';
export { MultipartForm, type UploadedFile } from './http/multipart-form.ts';
export { acceptsGzip, addVaryByCoding } from './http/outgoing.ts';
export { sendJson, sendJsonText } from './http/send-json.ts';
export { sendJsonArray } from './http/send-json-array.ts';
export { callWhenBytesReleased, sendBody, sendBuffer, sendStream } from './http/send-stream.ts';
export { mustDelayResponse, SpillBuffer, type SpillSpace } from './http/spill-buffer.ts';
export { refuseOtherNamespaces } from './login/authorization-header.ts';
export { watchForSlowClient } from './server/connections.ts';
export type { ServiceBase } from './server/service-plan.ts';
export { type RunningService, startService } from './server/start-service.ts';
export { parseAuditToken as auditPlaceIn, readAuditPage } from './shell/audit-handlers.ts';
export type { ServiceExaminer } from './shell/doctor-handlers.ts';
export type {
  HttpRequest,
  HttpResponse,
  OperationHandler,
  OperationHandlers,
  ShellRequest,
} from './shell/handler.ts';
export { listContractRoutes, listRoutes } from './shell/routes.ts';
export type { ShellBase, ShellOptions } from './shell/shell.ts';
export { createHttpApp } from './shell/shell.ts';
export { validateFormField } from './validation/body.ts';
export { MAX_JSON_VALUES, parseLimitedJson } from './validation/json.ts';
export { validateValue } from './validation/values.ts';
