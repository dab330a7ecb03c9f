// GET /artifacts/{uuid}/records and /artifacts/{uuid}/records/{record}: an artifact's record and its companion records
// (request, metadata, warcinfo), verbatim.
import { Readable } from 'node:stream';
import type { repository } from '@holdfast/api-types';
import { type OperationHandlers, type ShellRequest, sendBody } from '@holdfast/http-kit';
import { findArtifactRecord, listArtifactRecords } from '../../content/records/artifact-records.ts';
import { createRelocatingRecordStore } from '../../content/records/relocating-records.ts';
import type { RecordSource } from '../../content/replay/composed-bytes.ts';
import { openInflatedWarc, openStoredWarc } from '../../content/replay/warc-content.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { type ArtifactKeptRecords, listArtifactKeptRecords } from '../../index/companion-places.db.ts';
import { type ArtifactsDeps, refuseDamaged, requireArtifact, toDamageError } from '../artifacts/artifacts.ts';
import { makeNoSuchRecordError, makeNotAcceptableError } from '../errors.ts';
import { sendWarc } from '../replay/warc/warc-response.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import { makeRecordList } from './record-list.ts';

type Operations = repository.operations;

export function createRecordsRoutes(deps: ArtifactsDeps) {
  return {
    getArtifactRecords: async (request, response) => {
      if (!request.raw.accepts('application/json')) throw makeNotAcceptableError(['application/json']);
      await withRecords(deps, request, async ({ source, artifact, kept }) => {
        const records = listArtifactRecords(source, artifact, kept);
        const { text, rest } = await makeRecordList(records, makeRequestLink(request.raw));
        response.set('Content-Type', 'application/json');
        const body = rest ? Readable.from(prependText(text, rest), { objectMode: false }) : Buffer.from(text);
        await sendBody(response, body, { signal: request.signal });
      });
    },

    getArtifactRecord: async (request, response) => {
      if (!request.raw.accepts('application/warc')) throw makeNotAcceptableError(['application/warc']);
      const { uuid, record: name } = request.params;
      const { wanted, form } = parseRecordName(name);
      await withRecords(deps, request, async ({ source, artifact, kept }) => {
        if (wanted === 0) refuseDamaged(deps.damage, artifact);
        const record = await findArtifactRecord(source, artifact, kept, wanted);
        if (!record) throw makeNoSuchRecordError(name, uuid);
        const { place, plainBytes: lengthBytes } = record;
        const tag = `${uuid}-${(place.crc32 ?? 0).toString(16)}-${place.length}-${form}`;
        const content =
          form === 'gzip'
            ? openStoredWarc(source, place, tag)
            : openInflatedWarc(source, place, { lengthBytes, tag });
        await sendWarc(request, response, content);
      });
    },
  } satisfies Pick<OperationHandlers<Operations>, 'getArtifactRecords' | 'getArtifactRecord'>;
}

interface ArtifactRecordSource {
  readonly source: RecordSource;
  readonly artifact: StoredArtifact;
  readonly kept: ArtifactKeptRecords;
}

/**
 * Passes the artifact's records to `read`. Throws 404 if the artifact does not exist. Errors about damage name the
 * artifact.
 */
async function withRecords(
  deps: ArtifactsDeps,
  {
    params,
    query,
    signal,
  }: Pick<ShellRequest<Operations['getArtifactRecords']>, 'params' | 'query' | 'signal'>,
  read: (records: ArtifactRecordSource) => Promise<void>,
): Promise<void> {
  const artifact = await requireArtifact(deps, params.uuid, query.namespace);
  const kept = await listArtifactKeptRecords(deps.db, artifact);
  try {
    await read({
      source: { store: createRelocatingRecordStore(deps, artifact, kept), signal },
      artifact,
      kept,
    });
  } catch (error) {
    throw toDamageError(deps.damage, artifact, error);
  }
}

async function* prependText(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield text;
  yield* rest;
}

/** A record and its representation, parsed from the path. */
interface RecordName {
  /** Index in the list, or WARC-Record-ID without `<>`. */
  readonly wanted: number | string;
  /** The stored gzip member, or the uncompressed record. */
  readonly form: 'gzip' | 'plain';
}

/** Parses `0`, `0.warc.gz`, `0.warc`, and the same with a record ID in place of the index. */
function parseRecordName(text: string): RecordName {
  const [, name = '', ending] = /^(.*?)(\.warc|\.warc\.gz)?$/s.exec(text) ?? [];
  const wanted = /^\d{1,9}$/.test(name) ? Number(name) : name.replace(/^<(.*)>$/s, '$1');
  return { wanted, form: ending === '.warc' ? 'plain' : 'gzip' };
}
