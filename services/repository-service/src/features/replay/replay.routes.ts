// GET /replay/…: operations for replay clients.
import type { repository } from '@holdfast/api-types';
import { acceptsGzip, addVaryByCoding, type OperationHandlers, type ShellRequest } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor, Pool } from '@holdfast/pg-kit';
import type { Response } from 'express';
import type { DamageReporter } from '../../content/damage-notes.ts';
import { createRelocatingRecordStore } from '../../content/records/relocating-records.ts';
import { openWholeArchive } from '../../content/records/whole-archive.ts';
import { createRelocatingReader } from '../../content/relocating-reader.ts';
import { openWarcContent } from '../../content/replay/warc-content.ts';
import type { CaptureIndex } from '../../domain/replay/capture-index.ts';
import { parseWarcName, type WarcName } from '../../domain/replay/warc-name.ts';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import { listArtifactKeptRecords } from '../../index/companion-places.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { refuseDamaged, toDamageError } from '../artifacts/artifacts.ts';
import { convertUnavailableErrors, makeNoSuchWarcError } from '../errors.ts';
import { setAllowedOrigin } from '../shared/allow-origin.ts';
import type { PageTokenSettings } from '../shared/paging.ts';
import { generateCdxaDocument } from './response/cdxa.ts';
import { CDXA_CONTENT_TYPE, formatErrorDocument, NOT_IN_ARCHIVE } from './response/cdxa-document.ts';
import { createCdxbResponse } from './response/cdxb.ts';
import { sendText } from './response/text-response.ts';
import { sendWarc } from './warc/warc-response.ts';
import type { FilterDialect } from './words/cdx-filter.ts';

export interface ReplayDeps {
  /** Returns the index for CDX queries. After the signal has aborted, the index starts no more database queries. */
  captures(signal: AbortSignal): CaptureIndex;
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly damage: DamageReporter;
  readonly tokens: PageTokenSettings;
  /** Maximum number of captures in a CDX response. */
  readonly cdxMaxLimit: number;
  /** Value of Access-Control-Allow-Origin. If undefined, the header is not sent. */
  readonly allowOrigin: string | undefined;
  /** Status of a cdxa response without results. Use 200 for clients that ignore the document of a 404 response. */
  readonly cdxaNotFoundStatus?: 404 | 200;
  /** Status of a cdxb response without results. Use 200 for clients that interpret 404 as a wrong server address. */
  readonly cdxbNotFoundStatus?: 404 | 200;
  /** Filter dialect of requests that do not name one. */
  readonly filterDialect?: FilterDialect;
  /** Called after every look-up. `found`: whether the look-up had a result. */
  onLookup?(kind: 'cdxa' | 'cdxb' | 'warc', found: boolean): void;
}

type Operations = repository.operations;

export function createReplayRoutes(deps: ReplayDeps): OperationHandlers<Operations> {
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
  setAllowedOrigin(deps.allowOrigin, response);
  response.set('Content-Type', CDXA_CONTENT_TYPE);
  const answer = await convertUnavailableErrors(
    generateCdxaDocument(buildCdxaDeps(deps, signal), params.namespace, query),
  );
  deps.onLookup?.('cdxa', answer !== undefined);
  response.vary('Accept-Encoding');
  if (answer)
    await convertUnavailableErrors(sendText(raw, response, answer, { signal, gzip: acceptsGzip(raw) }));
  else response.status(deps.cdxaNotFoundStatus ?? 404).send(formatErrorDocument(404, NOT_IN_ARCHIVE));
}

function buildCdxaDeps({ captures, cdxMaxLimit }: ReplayDeps, signal: AbortSignal) {
  return { index: captures(signal), limits: { max: cdxMaxLimit }, nowMs: Date.now };
}

async function getCdxb(
  deps: ReplayDeps,
  { params, query, raw, signal }: ShellRequest<Operations['getCdxb']>,
  response: Response,
): Promise<void> {
  setAllowedOrigin(deps.allowOrigin, response);
  let leftOut: string | undefined;
  const answer = await convertUnavailableErrors(
    createCdxbResponse(buildCdxbDeps(deps, signal), params.namespace, query, (resumeKey) => {
      leftOut = resumeKey;
      if (response.headersSent && mayHaveTrailers(raw)) addResumeKey(response, resumeKey);
    }),
  );
  deps.onLookup?.('cdxb', answer.found);
  addVaryByCoding(response);
  if (!answer.found && deps.cdxbNotFoundStatus !== 200) {
    response.status(404).setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end('No captures found.\n');
    return;
  }
  response.set('Content-Type', answer.contentType);
  const onHead = (isWhole: boolean) => {
    if (!answer.tellsRest || !mayHaveTrailers(raw)) return;
    if (!isWhole || leftOut !== undefined) response.set('Trailer', RESUME_KEY_TRAILER);
    if (leftOut !== undefined) addResumeKey(response, leftOut);
  };
  const options = { signal, onHead, gzip: query.gzip === undefined || query.gzip ? acceptsGzip(raw) : false };
  await convertUnavailableErrors(sendText(raw, response, answer.text, options));
}

function addResumeKey(response: Response, resumeKey: string): void {
  response.addTrailers({ [RESUME_KEY_TRAILER]: resumeKey });
}

async function getWarcArchive(
  deps: ReplayDeps,
  request: ShellRequest<Operations['getWarcArchive']>,
  response: Response,
): Promise<void> {
  const { fileName } = request.params;
  const { store, pool, damage } = deps;
  setAllowedOrigin(deps.allowOrigin, response);
  const name = parseWarcName(fileName);
  const artifact = name && (await convertUnavailableErrors(findArtifact(pool, name)));
  deps.onLookup?.('warc', Boolean(artifact));
  if (!artifact) throw makeNoSuchWarcError(fileName);
  refuseDamaged(damage, artifact);
  if (artifact.quarantined !== undefined) response.set('X-Holdfast-Damaged', artifact.quarantined);
  try {
    const { signal, query } = request;
    const source = { store: createRelocatingReader(pool, store, artifact), signal };
    const content =
      query.records === 'all'
        ? openWholeContent(deps, artifact, name.form, signal)
        : openWarcContent(source, artifact, name.form);
    await convertUnavailableErrors(sendWarc(request, response, await convertUnavailableErrors(content)));
  } catch (error) {
    throw toDamageError(damage, artifact, error);
  }
}

async function openWholeContent(
  { db, pool, store }: ReplayDeps,
  artifact: StoredArtifact,
  form: WarcName['form'],
  signal: AbortSignal,
) {
  const kept = await listArtifactKeptRecords(db, artifact);
  const source = { store: createRelocatingRecordStore({ db, pool, store }, artifact, kept), signal };
  return openWholeArchive(source, artifact, kept, form);
}

// Trailer field with the resume key, unless the client requested the key in the body.
const RESUME_KEY_TRAILER = 'X-Resume-Key';

/** Only a chunked body can have trailers. */
function mayHaveTrailers({ method, httpVersion }: ShellRequest['raw']): boolean {
  return method === 'GET' && httpVersion === '1.1';
}

function buildCdxbDeps({ captures, tokens, cdxMaxLimit, filterDialect }: ReplayDeps, signal: AbortSignal) {
  if (!tokens.key) throw new Error('captures were requested before the service was ready');
  const limits = { max: cdxMaxLimit, filterDialect };
  return { index: captures(signal), limits, tokenKey: tokens.key };
}
