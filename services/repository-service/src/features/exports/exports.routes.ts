// GET /exports/{fileName}.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { User } from '@holdfast/accounts';
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers, ShellRequest } from '@holdfast/http-kit';
import type { Pool } from '@holdfast/pg-kit';
import { Semaphore } from '@holdfast/service-kit';
import type { Response } from 'express';
import type { DamageReporter } from '../../content/damage-notes.ts';
import { makeExportFileName } from '../../domain/export/selection.ts';
import type { BorrowedExport, Exports } from '../../export/exports.ts';
import { DamagedPieceError } from '../../export/piece-check.ts';
import type { PremisDetail } from '../../export/premis.ts';
import { ExportOutdatedError } from '../../export/warc-part.ts';
import { findArtifact } from '../../index/artifact.db.ts';
import {
  convertUnavailableErrors,
  makeDamagedArtifactError,
  makeDamagedRecordError,
  makeTooManyExportsError,
} from '../errors.ts';
import { sendWarc } from '../replay/warc/warc-response.ts';
import { setAllowedOrigin } from '../shared/allow-origin.ts';
import { canSeeUserDetails } from '../shared/can-see-user-details.ts';
import { borrowExport, type ExportCaller, type ExportRequest, parseExportRequest } from './exports.ts';

export interface ExportRoutesDeps {
  readonly exports: Exports;
  readonly pool: Pool;
  readonly damage: DamageReporter;
  readonly maxExports: number;
  readonly maxExportsOfUser: number;
  readonly allowOrigin: string | undefined;
}

type ExportArtifacts = repository.operations['exportArtifacts'];

const contentTypes = {
  warc: 'application/warc',
  wacz: 'application/wacz',
  bag: 'application/x-tar',
} as const;

export function createExportsRoutes(deps: ExportRoutesDeps) {
  const atOnce = new Semaphore(deps.maxExports, deps.maxExportsOfUser);
  return {
    exportArtifacts: async (request, response) => {
      setAllowedOrigin(deps.allowOrigin, response);
      const wanted = parseExportRequest(
        request.params.fileName,
        request.query,
        choosePremisDetail(request.user),
      );
      const release = atOnce.tryAcquire(request.user?.name);
      if (!release) throw makeTooManyExportsError();
      try {
        await sendRequestedExport(deps, wanted, request, response);
      } catch (error) {
        throw error instanceof DamagedPieceError ? await recordPieceDamage(deps, wanted, error) : error;
      } finally {
        release();
      }
    },
  } satisfies OperationHandlers<repository.operations>;
}

function choosePremisDetail(user: User | undefined): PremisDetail {
  return canSeeUserDetails(user) ? 'named' : 'anonymous';
}

async function sendRequestedExport(
  deps: ExportRoutesDeps,
  wanted: ExportRequest,
  request: ShellRequest<ExportArtifacts>,
  response: Response,
): Promise<void> {
  const borrowed = await convertUnavailableErrors(
    borrowExport(deps.exports, wanted, toExportCaller(request)),
  );
  let isOutdated = false;
  try {
    await convertUnavailableErrors(send(borrowed, wanted, request, response));
  } catch (error) {
    isOutdated = error instanceof ExportOutdatedError || error instanceof DamagedPieceError;
    throw error;
  } finally {
    borrowed.giveBack(isOutdated);
  }
}

function toExportCaller({ user, raw }: ShellRequest<ExportArtifacts>): ExportCaller {
  const ifRange = raw.headers['if-range'];
  return {
    user: user?.name ?? '',
    tag: typeof ifRange === 'string' ? /^"([^"]*)"$/.exec(ifRange)?.[1] : undefined,
    isRange: raw.headers.range !== undefined && ifRange === undefined,
  };
}

async function send(
  { file }: BorrowedExport,
  { selection, format }: ExportRequest,
  request: ShellRequest<ExportArtifacts>,
  response: Response,
): Promise<void> {
  const { sizeBytes: lengthBytes, tag, leftOut } = file;
  response.set({
    'Content-Disposition': `attachment; filename="${makeExportFileName(selection, format)}"`,
    'X-Export-Left-Out': String(leftOut.artifacts),
    'X-Export-Companions-Left-Out': String(leftOut.companions),
    'X-Export-Records-Left-Out': String(leftOut.records),
  });
  // Minimizes the stream's buffer. With two buffered chunks, the stream would copy them into one.
  const read = async (range: { start: number; end: number }) =>
    Readable.from(file.read(range, request.signal), { objectMode: false, highWaterMark: 1 });
  const answer = { contentType: contentTypes[format], send: sendChunks };
  await sendWarc(request, response, { lengthBytes, tag, read }, answer);
}

/** Records damage that is found during an export, so that the next export omits the damaged record. */
async function recordPieceDamage(
  { pool, damage }: ExportRoutesDeps,
  { selection: { namespace } }: ExportRequest,
  error: DamagedPieceError,
): Promise<unknown> {
  if (error.artifactId === null) {
    damage.metKept(error.place, error.message);
    return makeDamagedRecordError(error.message, error);
  }
  const artifact = await findArtifact(pool, { namespace, uuid: error.artifactId });
  if (artifact) damage.met(artifact, error.message);
  return makeDamagedArtifactError(error.artifactId, error.message, error);
}

// Sends a long stream and frees each chunk after sending it. Leaving the chunks to the garbage collector would cost
// more than reading and sending them.

/** Minimum size of a chunk with an ArrayBuffer of its own. Smaller chunks may be parts of a shared buffer. */
const OWN_BYTES = 64 * 1024;

/**
 * Sends the chunks. The caller must have set status and headers. Sends nothing for HEAD requests. Rejects with errors
 * of the stream. After the first byte, an error also closes the connection; before it, the caller can still send an
 * error response.
 */
async function sendChunks(
  response: ServerResponse,
  readable: Readable,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (response.req.method === 'HEAD') {
    readable.on('error', () => undefined).destroy();
    response.end();
    return;
  }
  try {
    for await (const chunk of readable as AsyncIterable<Buffer>) {
      const isTaken = response.write(chunk, (error) => {
        if (!error) release(chunk);
      });
      if (!isTaken) await once(response, 'drain', signal ? { signal } : {});
    }
    response.end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    throw error;
  }
}

function release({ buffer, byteLength }: Buffer): void {
  if (byteLength >= OWN_BYTES && byteLength === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}
