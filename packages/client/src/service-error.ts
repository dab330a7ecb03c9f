// The error of this package: the service refused a request or could not be reached.
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@holdfast/api-types';

/** Error response; all members are undefined if there was none. */
export interface ErrorResponse {
  readonly status?: number;
  readonly headers?: IncomingHttpHeaders;
  /** JSON, or text. */
  readonly body?: unknown;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** Method and path as in the contract, such as `GET /aus/{auid}/size`. */
  readonly operation: string;
  /** HTTP status. Undefined if there was no response or the response was truncated. */
  readonly status: number | undefined;
  /** Message for the user: the message of the service, or the reason why there was no response. */
  readonly detail: string | undefined;
  /** Problem details (RFC 9457) of the services, if the response has them. */
  readonly problem: Problem | undefined;
  /** Body of the response: JSON or text. */
  readonly body: unknown;
  /** ID of the request in the service's log. */
  readonly requestId: string | undefined;
  /** Time to wait before the next attempt, as requested by the service. */
  readonly retryAfterMs: number | undefined;
  /** False if no part of the request was sent. Even a write can then be repeated safely. */
  readonly isSent: boolean;

  constructor(
    operation: string,
    refused: ErrorResponse,
    options: { cause?: unknown; isSent?: boolean } = {},
  ) {
    const { status, headers = {}, body } = refused;
    const detail = status === undefined ? describeFailure(options.cause) : detailOf(body);
    super(`${operation}: ${[status, detail].filter((part) => part !== undefined).join(' ')}`, {
      ...(options.cause !== undefined && { cause: options.cause }),
    });
    this.operation = operation;
    this.status = status;
    this.detail = detail;
    this.problem = isProblem(headers, body) ? body : undefined;
    this.body = body;
    this.requestId = this.problem?.requestId ?? headers['x-request-id']?.toString();
    this.retryAfterMs = retryAfterMs(headers['retry-after']);
    this.isSent = options.isSent ?? true;
  }
}

/**
 * Converts a broken connection to a ServiceError. Returns other errors unchanged, such as an abort reason or a failed
 * body.
 */
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

function detailOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  return [body.detail, body.message, body.errorMessage].find((words) => typeof words === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

/** Describes a system error in words that can end a sentence. */
export function describeFailure(error: unknown): string {
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
