// GET /replay/…: what replay clients ask for.
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { repository } from '@holdfast/api-types';
import { type HandlersOf, type ShellRequest, sendStream } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Response } from 'express';
import type { Kysely } from 'kysely';
import type { IndexSchema } from '../../index/schema.ts';
import type { TokenSettings } from '../../paging.ts';
import { captureIndex } from './captures.db.ts';
import { answerCdxb } from './cdxb.ts';
import { asReplayError } from './replay-errors.ts';

export interface ReplayDeps {
  db: Kysely<IndexSchema>;
  store: ObjectStore;
  tokens: TokenSettings;
  /** No CDX answer has more captures. */
  cdxMaxLimit: number;
  /** Value of Access-Control-Allow-Origin; none is sent without. */
  allowOrigin: string | undefined;
}

type Operations = repository.operations;

export function replayRoutes(deps: ReplayDeps): HandlersOf<Operations> {
  return {
    getCdxb: (request, response) => getCdxb(deps, request, response),
  };
}

async function getCdxb(
  deps: ReplayDeps,
  { params, query, raw, signal }: ShellRequest<Operations['getCdxb']>,
  response: Response,
): Promise<void> {
  allowOrigin(deps, response);
  const answer = await orUnavailable(
    answerCdxb(cdxbDeps(deps, signal), params.namespace, query, (resumeKey) => {
      response.addTrailers({ [resumeKeyTrailer]: resumeKey });
    }),
  );
  if (!answer) {
    response.status(404).type('text/plain').send('No captures found.\n');
    return;
  }
  response.set({ 'Content-Type': answer.contentType, Trailer: resumeKeyTrailer });
  await orUnavailable(sendText(raw, response, answer.chunks, signal));
}

// Whoever does not ask for the key in the body can still learn that there is more.
const resumeKeyTrailer = 'X-Resume-Key';

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
  if (raw.acceptsEncodings('gzip', 'identity') !== 'gzip') return sendStream(response, text, { signal });
  response.set('Content-Encoding', 'gzip');
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await sendStream(
    response,
    pipeline(text, gzip, () => undefined),
    { signal },
  );
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
