// Error for a service that refused a request or could not be reached.
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@holdfast/api-types';

/** Properties of the error response. All are undefined if no response arrived. */
export interface ErrorResponse {
  readonly status?: number;
  readonly headers?: IncomingHttpHeaders;
  /** Parsed JSON, or text. */
  readonly body?: unknown;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** Method and path template from the contract, such as `GET /aus/{auid}/size`. */
  readonly operation: string;
  /** HTTP status. Undefined if no response arrived or the response was truncated. */
  readonly status: number | undefined;
  /** Message for the user: the message in the response, or the reason why no response arrived. */
  readonly detail: string | undefined;
  /** Problem details (RFC 9457). Undefined if the response contains none. */
  readonly problem: Problem | undefined;
  /** Response body: parsed JSON or text. */
  readonly body: unknown;
  /** Request ID. The service's log contains it as well. */
  readonly requestId: string | undefined;
  /** Pause before a retry, from the Retry-After header. */
  readonly retryAfterMs: number | undefined;
  /** False if no part of the request was sent. The request can then be repeated safely, even if it is a write. */
  readonly isSent: boolean;

  constructor(
    operation: string,
    refused: ErrorResponse,
    options: { cause?: unknown; isSent?: boolean } = {},
  ) {
    const { status, headers = {}, body } = refused;
    const detail = status === undefined ? describeSystemError(options.cause) : findDetail(body);
    super(`${operation}: ${[status, detail].filter((part) => part !== undefined).join(' ')}`, {
      ...(options.cause !== undefined && { cause: options.cause }),
    });
    this.operation = operation;
    this.status = status;
    this.detail = detail;
    this.problem = isProblem(headers, body) ? body : undefined;
    this.body = body;
    this.requestId = this.problem?.requestId ?? headers['x-request-id']?.toString();
    this.retryAfterMs = parseRetryAfter(headers['retry-after']);
    this.isSent = options.isSent ?? true;
  }
}

/** Converts a connection error to a ServiceError. Returns other errors unchanged, such as an abort reason. */
export function toConnectionError(error: unknown, operation: string): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  const isCut =
    typeof code === 'string' &&
    /^(?:ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|HPE_.+)$/.test(code);
  return isCut ? new ServiceError(operation, {}, { cause: error }) : error;
}

function isProblem(headers: IncomingHttpHeaders, body: unknown): body is Problem {
  return headers['content-type']?.startsWith('application/problem+json') === true && isObject(body);
}

function findDetail(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  return [body.detail, body.message, body.errorMessage].find((words) => typeof words === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a Retry-After value: seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

/** Describes a system error in words that end a sentence. */
export function describeSystemError(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no machine of that name';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was cut';
    default:
      return message || (typeof code === 'string' ? code : String(error));
  }
}
