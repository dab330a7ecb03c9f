// POST /archives.
import type { repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers, type ShellRequest } from '@holdfast/http-kit';
import type { Response } from 'express';
import { type ArchiveDeps, ImportSummary, importArchive } from './archives.ts';
import {
  ArchiveUpload,
  describeImporter,
  type ImportAdmission,
  type ImportLimits,
  makeStatusFilter,
} from './import-request.ts';
import { ImportResponseWriter, sendImportFailure } from './import-response.ts';

export interface ArchiveRoutesDeps extends ArchiveDeps, ImportLimits {
  /** Whether to respond exactly as LOCKSS does (COMPATIBILITY=laaws). */
  readonly laaws: boolean;
  readonly defaultNamespace: string;
  readonly spoolFolder: string;
}

type AddArtifacts = repository.operations['addArtifacts'];

export function createArchivesRoutes(deps: ArchiveRoutesDeps, inTurn: ImportAdmission) {
  return {
    addArtifacts: async (request, response) => {
      await inTurn(request, () => addArtifacts(deps, request, response));
    },
  } satisfies OperationHandlers<repository.operations>;
}

/** Stores the archive. When all records are durable, resolves to a function that sends the rest of the response. */
async function addArtifacts(
  deps: ArchiveRoutesDeps,
  request: ShellRequest<AddArtifacts>,
  response: Response,
): Promise<() => Promise<void>> {
  const { namespace = deps.defaultNamespace, storeDuplicate = false, excludeStatusPattern } = request.query;
  const { quarantine = false } = request.query;
  const summary = new ImportSummary();
  const last = (complete: boolean) => (request.query.summary ? summary.told(complete) : undefined);
  const excludes = makeStatusFilter(excludeStatusPattern);
  const answer = new ImportResponseWriter(request.raw, response, deps.spoolFolder);
  const job = {
    ...describeImporter(request),
    namespace,
    storeDuplicate,
    quarantine,
    // LOCKSS nodes compare captured bodies as they were transferred, including any chunk framing.
    payloads: deps.laaws ? ('recorded' as const) : ('entity' as const),
    summary,
    excludes,
    signal: request.signal,
    acknowledge: answer.acknowledge.bind(answer),
    beginPackage: answer.holdLastLine.bind(answer),
    warn: answer.warn.bind(answer),
  };
  const upload = new ArchiveUpload(request.raw, response, {
    operation: 'addArtifacts',
    spoolFolder: deps.spoolFolder,
    checkRoom: () => deps.ingest.checkRoom?.(),
  });
  try {
    const { auid, fileName, archive } = await upload.open();
    addAuditSubject(request.raw, { namespace, auid, ...(fileName !== '' && { fileName }) });
    await importArchive(deps, { ...job, auid, fileName }, archive);
    await upload.end();
  } catch (error) {
    return sendImportFailure(answer, await upload.abandon(error), request, last(false));
  }
  logCompanions(summary, request);
  return () => answer.finish(last(true));
}

/** Logs damaged and unmatched companion records (request, metadata, warcinfo), which the response does not list. */
function logCompanions(
  { companions }: ImportSummary,
  { log }: Pick<ShellRequest<AddArtifacts>, 'log'>,
): void {
  const { alone, dropped, kept } = companions;
  if (alone === 0 && dropped.damaged === 0) return;
  log.info(
    { kept, alone, damaged: dropped.damaged },
    'companion records are damaged or belong to no artifact',
  );
}
