// GET /replay/…: what replay clients ask for.
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { repository } from '@holdfast/api-types';
import { type HandlersOf, type ShellRequest, sendStream } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { Response } from 'express';
import { noSuchWarc } from '../../errors.ts';
import { findArtifact } from '../../index/artifact.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { TokenSettings } from '../../paging.ts';
import { captureIndex } from './captures.db.ts';
import { answerCdxa } from './cdxa.ts';
import { cdxaContentType, errorDocument, notInArchive } from './cdxa-document.ts';
import { answerCdxb } from './cdxb.ts';
import { asReplayError, asWarcError } from './replay-errors.ts';
import { sendWarc } from './warc-answer.ts';
import { warcContent } from './warc-content.ts';
import { warcName } from './warc-name.ts';

export interface ReplayDeps {
  db: Executor<IndexSchema>;
  store: ObjectStore;
  tokens: TokenSettings;
  /** No CDX answer has more captures. */
  cdxMaxLimit: number;
  /** Value of Access-Control-Allow-Origin; none is sent without. */
  allowOrigin: string | undefined;
  /** Of a cdxa answer that finds nothing; 200 for clients that read its document on a 200 only. */
  cdxaNotFoundStatus?: 404 | 200;
}

type Operations = repository.operations;

export function replayRoutes(deps: ReplayDeps): HandlersOf<Operations> {
  return {
    getCdxa: (request, response) => getCdxa(deps, request, response),
    getCdxb: (request, response) => getCdxb(deps, request, response),
    getWarcArchive: (request, response) => getWarcArchive(deps, request, response),
  };
}

async function getCdxa(
  deps: ReplayDeps,
  { params, query, raw, signal }: ShellRequest<Operations['getCdxa']>,
  response: Response,
): Promise<void> {
  allowOrigin(deps, response);
  response.set('Content-Type', cdxaContentType);
  const answer = await orUnavailable(answerCdxa(cdxaDeps(deps, signal), params.namespace, query));
  if (answer) await orUnavailable(sendText(raw, response, answer, signal));
  else response.status(deps.cdxaNotFoundStatus ?? 404).send(errorDocument(404, notInArchive));
}

function cdxaDeps({ db, cdxMaxLimit }: ReplayDeps, signal: AbortSignal) {
  return { index: captureIndex(db, signal), limits: { max: cdxMaxLimit }, nowMs: Date.now };
}

async function getCdxb(
  deps: ReplayDeps,
  { params, query, raw, signal }: ShellRequest<Operations['getCdxb']>,
  response: Response,
): Promise<void> {
  allowOrigin(deps, response);
  const answer = await orUnavailable(
    answerCdxb(cdxbDeps(deps, signal), params.namespace, query, (resumeKey) => {
      if (mayHaveTrailers(raw)) response.addTrailers({ [resumeKeyTrailer]: resumeKey });
    }),
  );
  if (!answer) {
    response.status(404).type('text/plain').send('No captures found.\n');
    return;
  }
  response.set('Content-Type', answer.contentType);
  if (mayHaveTrailers(raw)) response.set('Trailer', resumeKeyTrailer);
  await orUnavailable(sendText(raw, response, answer.chunks, signal));
}

async function getWarcArchive(
  deps: ReplayDeps,
  request: ShellRequest<Operations['getWarcArchive']>,
  response: Response,
): Promise<void> {
  const { fileName } = request.params;
  const { store, db } = deps;
  allowOrigin(deps, response);
  const name = warcName(fileName);
  const artifact = name && (await orUnavailable(findArtifact(db, name)));
  if (!artifact) throw noSuchWarc(fileName);
  try {
    const content = await warcContent({ store, signal: request.signal }, artifact, name.form);
    await sendWarc(request, response, content);
  } catch (error) {
    throw asWarcError(error, artifact.id);
  }
}

// Whoever does not ask for the key in the body can still learn that there is more.
const resumeKeyTrailer = 'X-Resume-Key';

/** Only a body in chunks has an end to put them at. */
function mayHaveTrailers({ method, httpVersion }: ShellRequest['raw']): boolean {
  return method === 'GET' && httpVersion === '1.1';
}

function cdxbDeps({ db, tokens, cdxMaxLimit }: ReplayDeps, signal: AbortSignal) {
  if (!tokens.key) throw new Error('captures are asked for before the service is ready');
  return { index: captureIndex(db, signal), limits: { max: cdxMaxLimit }, tokenKey: tokens.key };
}

/** Text made of small pieces compresses well, and every replay client that asks for gzip undoes it. */
async function sendText(
  raw: ShellRequest['raw'],
  response: Response,
  chunks: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  response.vary('Accept-Encoding');
  const text = Readable.from(chunks, { objectMode: false });
  if (!wantsGzip(raw)) return sendStream(response, text, { signal });
  response.set('Content-Encoding', 'gzip');
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await sendStream(
    response,
    pipeline(text, gzip, () => undefined),
    { signal },
  );
}

/** Who does not say so gets none: there are clients that cannot undo it. */
function wantsGzip(raw: ShellRequest['raw']): boolean {
  const named = /\bgzip\b/i.test(raw.headers['accept-encoding'] ?? '');
  return named && raw.acceptsEncodings('gzip', 'identity') === 'gzip';
}

function allowOrigin({ allowOrigin: origin }: ReplayDeps, response: Response): void {
  if (origin === undefined) return;
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, X-Request-Id',
  });
}

/** Replay takes an error of the index for what it is only when it is a 503. */
async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asReplayError(error);
  }
}
