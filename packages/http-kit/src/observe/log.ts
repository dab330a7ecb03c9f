// The log: one JSON object a line on stdout, by pino. What a request's line holds is in request-log.ts.
import { types } from 'node:util';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** `destination` is for tests; by default lines go to stdout, written at once so that none is lost at exit. */
export function createLog(options: {
  readonly service: string;
  readonly level?: LogLevel;
  readonly destination?: DestinationStream;
}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: {
      paths: ['password', '*.password', 'secret', '*.secret', 'authorization', '*.authorization', '*.cookie'],
      censor: '…',
    },
  };
  return pino(settings, options.destination ?? pino.destination({ dest: 1, sync: true }));
}

/**
 * Name, message, code, stack and causes of an error; not its other members, where drivers keep rows, requests
 * and credentials.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  const deeper = cause === undefined || depth >= 4 ? undefined : describeError(cause, depth + 1);
  return { type: name, message, code: code === undefined ? undefined : String(code), stack, cause: deeper };
}
