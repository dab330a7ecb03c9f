// Requests below a path that are another service's: passed on to it as they came, with the login of who sent them, and its answer
// back. Both ways stream, and whichever side goes ends the other. Nothing is asked there in this service's own name.
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { Express, Request, Response } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { badRequest } from '../errors/catalogue.ts';
import { contextOf } from '../http/context.ts';
import { sendContinue } from '../http/unread-body.ts';
import { forwardedSession, sessionIn } from '../session/cookie.ts';

export interface PassedOn {
  /** Ends with `/`: `/console/repository/`. */
  readonly prefix: string;
  /** Address of the other service; a path in it stays in front of what follows the prefix. */
  readonly url: string;
  /** What to call it: `repository service`. */
  readonly title: string;
}

export interface PassOnTools {
  /** Rejects who may not come in here. */
  admit(request: Request, response: Response): Promise<unknown>;
  /** Told of each that is under way. */
  onBegin(work: Promise<unknown>): void;
}

/** Nothing has moved for so long: an import may be silent while the other service works. */
const SILENCE_MS = 300_000;

/** Of one connection only (RFC 9110, 7.6.1), and what is made anew. */
const OF_A_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
const NOT_SENT = [
  ...OF_A_HOP,
  'host',
  'cookie',
  'expect',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-request-id',
];
const NOT_ANSWERED = [...OF_A_HOP, 'set-cookie', 'x-request-id'];

export function passOn(
  app: Express,
  { prefix, url, title }: PassedOn,
  { admit, onBegin }: PassOnTools,
): void {
  const base = new URL(url);
  const agent =
    base.protocol === 'https:' ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  app.use((request, response, next) => {
    if (!request.originalUrl.startsWith(prefix)) return next();
    const context = contextOf(request);
    context.operation = 'passOn';
    context.route = `${prefix}*`;
    const work = (async () => {
      await admit(request, response);
      const target = targetOf(base, request.originalUrl.slice(prefix.length));
      sendContinue(request, response);
      await exchange({ base, agent, target, title }, request, response);
    })();
    context.handling = work;
    onBegin(work);
    work.catch(next);
  });
}

interface Other {
  readonly base: URL;
  readonly agent: Agent | TlsAgent;
  readonly target: string;
  readonly title: string;
}

async function exchange(other: Other, request: Request, response: Response): Promise<void> {
  const { signal } = contextOf(request);
  const outgoing = open(other, request);
  const stop = (): void => void outgoing.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // What could not be sent is no fault of its own: the other side answered before, or is gone, which the answer says.
    const sent = pipeline(request, outgoing).catch(() => undefined);
    const answer = await answerTo(outgoing, other.title);
    response.status(answer.statusCode ?? 502);
    for (const [name, value] of Object.entries(kept(answer.headers, NOT_ANSWERED)))
      response.setHeader(name, value);
    await pipeline(answer, response);
    if (!outgoing.writableFinished) outgoing.destroy();
    await sent;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function open({ base, agent, target }: Other, request: Request): ClientRequest {
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(base, { agent, method: request.method, path: target, headers: headersFor(request) });
  outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error('it does not answer')));
  return outgoing;
}

/** Where it came from has been judged here; the other service is told what came of it. */
function headersFor(request: Request): Record<string, string | string[]> {
  const { id, client } = contextOf(request);
  const { headers } = request;
  const session = sessionIn(request);
  const saysOrigin = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return {
    ...kept(headers, NOT_SENT),
    'x-request-id': id,
    'x-forwarded-for': client,
    ...(session !== undefined && { cookie: forwardedSession(session) }),
    ...(saysOrigin && { 'sec-fetch-site': 'same-origin' }),
    ...(headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
  };
}

function kept(headers: IncomingHttpHeaders, dropped: readonly string[]): Record<string, string | string[]> {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string | string[]] =>
        header[1] !== undefined && !dropped.includes(header[0]) && !named.includes(header[0]),
    ),
  );
}

function answerTo(outgoing: ClientRequest, title: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', (cause) =>
      reject(new ApiError(502, `The ${title} cannot be reached.`, { cause })),
    );
    outgoing.once('close', () => reject(new ApiError(502, `The ${title} has not answered.`)));
  });
}

/** Throws ApiError 400 for what would lead out of the other service's path. */
function targetOf(base: URL, rest: string): string {
  const [path = ''] = rest.split('?', 1);
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw badRequest('The path may not hold the segments . and ..');
  return `${base.pathname.replace(/\/$/, '')}/${rest}`;
}
