// The one error of this package: the service said no, or could not be heard.
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '@holdfast/api-types';

/** What the service says besides the status; everything absent when there was no answer. */
export interface Refused {
  readonly status?: number;
  readonly headers?: IncomingHttpHeaders;
  /** Its JSON, or its text. */
  readonly body?: unknown;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** Method and path as the contract has them, such as `GET /aus/{auid}/size`. */
  readonly operation: string;
  /** HTTP status; undefined when there was no answer, or it broke off. */
  readonly status: number | undefined;
  /** What happened in words for people: the service's, or why there was no answer. */
  readonly detail: string | undefined;
  /** The services' shape of errors, when the answer has it. */
  readonly problem: Problem | undefined;
  /** What the answer holds, whatever its shape: JSON, or text. */
  readonly body: unknown;
  /** The name of this request in the log of the service. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;
  /** False: nothing of the request has left, so that it can be repeated, whatever it is. */
  readonly isSent: boolean;

  constructor(operation: string, refused: Refused, options: { cause?: unknown; isSent?: boolean } = {}) {
    const { status, headers = {}, body } = refused;
    const detail = status === undefined ? failureWords(options.cause) : detailOf(body);
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

/** A connection that was cut is a ServiceError; anything else is what it is: a reason to stop, a body that failed. */
export function asHeard(error: unknown, operation: string): unknown {
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

/** Seconds, or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

/** A system's error in words that can end a sentence. */
export function failureWords(error: unknown): string {
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
