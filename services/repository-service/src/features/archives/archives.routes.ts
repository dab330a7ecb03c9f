// POST /archives.
import { type repository, repositoryContract, type ImportSummary as WireSummary } from '@holdfast/api-types';
import { auditSubject, type HandlersOf, type ShellRequest, validateField } from '@holdfast/http-kit';
import type { Response } from 'express';
import { SharedLimit } from '../../ingest/limits.ts';
import { badUpload, errorFor, tooManyImports, tooManyImportsOfUser } from '../errors.ts';
import { type ArchiveDeps, importArchive } from './archives.ts';
import { ImportAnswer } from './import-answer.ts';
import { excludedStatuses, receiveUpload } from './import-request.ts';
import { ImportSummary } from './import-summary.ts';

export interface ArchiveRoutesDeps extends ArchiveDeps {
  readonly defaultNamespace: string;
  readonly spoolFolder: string;
  /** Imports at once; one holds a bounded amount of memory. */
  readonly maxImports: number;
  /** Of these, so many of one user. */
  readonly maxImportsOfUser: number;
}

type AddArtifacts = repository.operations['addArtifacts'];

export function archivesRoutes(deps: ArchiveRoutesDeps) {
  const atOnce = new SharedLimit(deps.maxImports, deps.maxImportsOfUser);
  return {
    addArtifacts: async (request, response) => {
      const user = request.user?.name ?? '';
      const full = atOnce.enter(user);
      if (full === 'user') throw tooManyImportsOfUser(deps.maxImportsOfUser);
      if (full === 'all') throw tooManyImports(deps.maxImports);
      let finish: () => Promise<void>;
      try {
        finish = await addArtifacts(deps, request, response);
      } finally {
        atOnce.leave(user);
      }
      // Others get their turn while this client reads.
      await finish();
    },
  } satisfies HandlersOf<repository.operations>;
}

/** Resolves when all is stored, to what sends the rest of the answer. */
async function addArtifacts(
  deps: ArchiveRoutesDeps,
  request: ShellRequest<AddArtifacts>,
  response: Response,
): Promise<() => Promise<void>> {
  const { namespace = deps.defaultNamespace, storeDuplicate = false, excludeStatusPattern } = request.query;
  const { quarantine = false } = request.query;
  const summary = new ImportSummary();
  const last = (complete: boolean) => (request.query.summary ? summary.told(complete) : undefined);
  const excludes = excludedStatuses(excludeStatusPattern);
  const answer = new ImportAnswer(request.raw, response, deps.spoolFolder);
  const job = {
    namespace,
    storeDuplicate,
    quarantine,
    summary,
    excludes,
    signal: request.signal,
    acknowledge: answer.acknowledge.bind(answer),
  };
  try {
    await receiveUpload(request.raw, response, {
      spoolFolder: deps.spoolFolder,
      checkRoom: () => deps.ingest.checkRoom?.(),
      check: ({ auid }) => ({ auid: checkAuid(auid) }),
      take(auid, archive) {
        auditSubject(request.raw, { namespace, auid });
        return importArchive(deps, { ...job, auid }, archive);
      },
    });
  } catch (error) {
    return answerFailure(answer, error, request, last(false));
  }
  noteCompanions(summary, request);
  return () => answer.finish(last(true));
}

/** Throws 400 when the value is not what the contract says of the form field. */
function checkAuid(auid: string | undefined): string {
  if (auid === undefined) throw badUpload('The form has no field `auid`.');
  return validateField(repositoryContract, 'addArtifacts', 'auid', auid) as string;
}

/** No line of the answer speaks of them. */
function noteCompanions(
  { companions }: ImportSummary,
  { log }: Pick<ShellRequest<AddArtifacts>, 'log'>,
): void {
  const { alone, dropped, kept } = companions;
  if (alone === 0 && dropped.damaged === 0) return;
  log.info(
    { kept, alone, damaged: dropped.damaged },
    'records beside artifacts are damaged, or belong to none',
  );
}

/** Before the first line an error is an error answer. After it the sequence ends with one ERROR object. */
function answerFailure(
  answer: ImportAnswer,
  error: unknown,
  request: ShellRequest<AddArtifacts>,
  summary: WireSummary | undefined,
) {
  if (!answer.begun) throw error;
  if (request.signal.aborted) {
    answer.discard();
    throw error;
  }
  request.log.error({ err: error }, 'an import stopped before its end');
  const reason = errorFor(error)?.detail ?? (error as { detail?: string }).detail ?? 'an internal error';
  return () => answer.stop(`The import stopped here: ${reason} Repeat it to store what is missing.`, summary);
}
