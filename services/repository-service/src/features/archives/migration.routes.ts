// POST /migrations: imports artifacts of another repository, which keep their UUIDs and versions.
import type { ImportStatus, MigrationStatus, repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers, type ShellRequest } from '@holdfast/http-kit';
import type { Response } from 'express';
import type { Acknowledgement } from '../../domain/disposition.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import { makeBadUploadError } from '../errors.ts';
import { type ArchiveDeps, ImportSummary, importArchive } from './archives.ts';
import { ArchiveUpload, describeImporter, type ImportAdmission } from './import-request.ts';
import { findImportStatus, ImportResponseWriter, sendImportFailure } from './import-response.ts';

type MigrateArtifacts = repository.operations['migrateArtifacts'];

interface MigrationDeps extends ArchiveDeps {
  readonly defaultNamespace: string;
  readonly spoolFolder: string;
}

/** Maximum size of a form field, large enough for more than 100,000 UUIDs. */
const FIELD_BYTES = 4 * 1024 * 1024;

export function createMigrationRoutes(deps: MigrationDeps, inTurn: ImportAdmission) {
  return {
    migrateArtifacts: async (request, response) => {
      await inTurn(request, () => migrateArtifacts(deps, request, response));
    },
  } satisfies OperationHandlers<repository.operations>;
}

/** Stores the artifacts. When all are durable, resolves to a function that sends the rest of the response. */
async function migrateArtifacts(
  deps: MigrationDeps,
  request: ShellRequest<MigrateArtifacts>,
  response: Response,
): Promise<() => Promise<void>> {
  const { namespace = deps.defaultNamespace, quarantine = false } = request.query;
  const summary = new ImportSummary();
  const last = (complete: boolean) => (request.query.summary ? summary.told(complete) : undefined);
  const answer = new ImportResponseWriter(request.raw, response, deps.spoolFolder, (line) =>
    toMigrationStatus(line),
  );
  const job = {
    ...describeImporter(request),
    namespace,
    quarantine,
    summary,
    // LOCKSS repositories compute digests of payloads as they were transferred, including any chunk framing.
    payloads: request.query.payloads ?? ('recorded' as const),
    storeDuplicate: true,
    excludes: () => false,
    signal: request.signal,
    acknowledge: answer.acknowledge.bind(answer),
    beginPackage: answer.holdLastLine.bind(answer),
    warn: answer.warn.bind(answer),
  };
  const upload = new ArchiveUpload(request.raw, response, {
    operation: 'migrateArtifacts',
    spoolFolder: deps.spoolFolder,
    fieldBytes: FIELD_BYTES,
    checkRoom: () => deps.ingest.checkRoom?.(),
  });
  try {
    const { auid, fileName, archive } = await upload.open();
    const except = parseUuidList('except', upload.field('except'));
    const uncommitted = parseUuidList('uncommitted', upload.field('uncommitted'));
    const given = { except, uncommitted, identities: parseIdentities(upload.field('identities')) };
    addAuditSubject(request.raw, { namespace, auid, ...(fileName !== '' && { fileName }) });
    await importArchive(deps, { ...job, auid, fileName, given }, archive);
    await upload.end();
  } catch (error) {
    return sendImportFailure(answer, await upload.abandon(error), request, last(false));
  }
  return () => answer.finish(last(true));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses a list of UUIDs. Throws 400 if an item is not a UUID. */
function parseUuidList(name: string, text: string | undefined): ReadonlySet<string> {
  const uuids = (text ?? '').toLowerCase().split(/[\s,]+/);
  const found = new Set(uuids.filter((uuid) => uuid !== ''));
  for (const uuid of found) {
    if (!UUID.test(uuid))
      throw makeBadUploadError(`The field \`${name}\` contains a value that is not a UUID.`);
  }
  return found;
}

/**
 * Parses the identities. Returns undefined if the field is missing or empty, because the records then contain their
 * identities. Throws 400 for invalid identities.
 */
function parseIdentities(text: string | undefined): readonly NamedIdentity[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  return text
    .trim()
    .split('\n')
    .map((line, i) => {
      const identity = toIdentity(line);
      if (!identity)
        throw makeBadUploadError(`Line ${i + 1} of the field \`identities\` is not a valid identity.`);
      return identity;
    });
}

function toIdentity(line: string): NamedIdentity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    uuid,
    uri: url,
    version,
    contentDigest,
    collectionDate,
    storeDate,
  } = value as Record<string, unknown>;
  const [, sha256] = /^SHA-256:([0-9a-f]{64})$/.exec(String(contentDigest)) ?? [];
  const isVersion = Number.isSafeInteger(version) && Number(version) >= 1 && Number(version) <= MAX_VERSIONS;
  const isStored = storeDate === undefined || isDate(storeDate);
  if (typeof uuid !== 'string' || !UUID.test(uuid) || typeof url !== 'string') return undefined;
  if (sha256 === undefined || !isVersion || !isDate(collectionDate) || !isStored) return undefined;
  const storeMs = storeDate as number | undefined;
  return { uuid, url, version: version as number, sha256, collectionMs: collectionDate as number, storeMs };
}

const MAX_VERSIONS = 2_000_000_000;
const isDate = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

function toMigrationStatus(result: Acknowledgement): MigrationStatus {
  const { ref, verdict } = result;
  const status: ImportStatus = findImportStatus(result);
  const { given, collectionMs, contentLength } = ref;
  if (!given) return status;
  const committed = 'artifact' in verdict ? verdict.artifact.committed : undefined;
  return {
    ...status,
    artifactUuid: given.uuid,
    ...(collectionMs !== undefined && { collectionDate: collectionMs }),
    ...(contentLength !== undefined && { contentLength }),
    ...(committed !== undefined && { committed }),
  };
}
