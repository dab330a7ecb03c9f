// Generates a store of any size in the format of a LOCKSS repository. Contains versions, uncommitted and deleted
// artifacts, an artifact in two files, repeated header fields, chunked bodies, plain and compressed files, and a
// damaged journal.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  createReferenceStore,
  makeChunkedBody,
  makeJournalRecord,
  makeReferenceRecord,
  makeReferenceUuid,
  type ReferenceArtifact,
  type ReferenceState,
  type ReferenceStore,
} from '@holdfast/testkit';

export interface StorePlan {
  readonly folder: string;
  readonly aus: number;
  readonly artifactsOfAu: number;
  readonly payloadBytes: number;
  /**
   * Index of the AU with a damaged journal. The damaged entry contains only information that other entries of the
   * journal contain as well.
   */
  readonly damagedJournal?: number;
}

/** Artifact that the target must have after the migration. */
export interface ExpectedArtifact {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly uri: string;
  readonly version: number;
  readonly collectionDate: number;
  readonly storeDate: number;
  readonly contentLength: number;
  readonly contentDigest: string;
  readonly committed: boolean;
}

export interface MadeStore {
  readonly artifacts: ExpectedArtifact[];
  readonly deleted: { readonly uuid: string; readonly namespace: string }[];
  /** WARC files of committed artifacts. Each file contains artifacts of one AU. */
  readonly files: { readonly path: string; readonly auid: string; readonly bytes: number }[];
}

const NAMESPACE = 'lockss';
const FIRST_MS = 1_300_000_000_000;
/** Number of versions of a URL that has several versions. */
const VERSIONS = 3;

export function makeStore(plan: StorePlan): MadeStore {
  const store = createReferenceStore(plan.folder);
  const made: MadeStore = { artifacts: [], deleted: [], files: [] };
  for (let au = 0; au < plan.aus; au++) makeAu(store, plan, au, made);
  return made;
}

function makeAu(store: ReferenceStore, plan: StorePlan, number: number, made: MadeStore): void {
  const auid = `org|example|Plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${number}`;
  const isGzip = number % 3 > 0;
  const [permanent, temporary, journal]: Buffer[][] = [[], [], []];
  for (let i = 0; i < plan.artifactsOfAu; i++) {
    const artifact = makeReferenceArtifact(plan, auid, number, i);
    const state = chooseState(i);
    const record = makeArtifactRecord(artifact, i);
    const isTemporary = state === 'UNCOMMITTED' || state === 'PENDING_COPY';
    (isTemporary ? temporary : permanent)!.push(isGzip ? gzipSync(record, { level: 1 }) : record);
    // Simulates a temporary copy that the LOCKSS repository has not yet removed.
    if (state === 'COPIED' && i % 50 === 3) temporary!.push(isGzip ? gzipSync(record) : record);
    journal!.push(...makeJournalRecords(artifact.uuid, state, artifact.storeMs));
    if (state === 'DELETED') made.deleted.push({ uuid: artifact.uuid, namespace: NAMESPACE });
    else made.artifacts.push(expectedOf(artifact, state !== 'UNCOMMITTED'));
  }
  const ending = isGzip ? '.warc.gz' : '.warc';
  const half = Math.ceil(permanent!.length / 2);
  for (const [part, records] of [permanent!.slice(0, half), permanent!.slice(half)].entries()) {
    const { path } = store.artifactFile(NAMESPACE, auid, `artifacts_${NAMESPACE}-${number}_${part}${ending}`);
    const bytes = Buffer.concat(records);
    writeFileSync(path, bytes);
    made.files.push({ path, auid, bytes: bytes.length });
  }
  // Temporary files contain artifacts of several AUs.
  const { path } = store.temporaryFile(`${Math.floor(number / 5)}${ending}`);
  writeFileSync(path, Buffer.concat(temporary!), { flag: 'a' });
  const journalPath = store.journal(NAMESPACE, auid).path;
  writeFileSync(journalPath, Buffer.concat(journal!));
  if (number === plan.damagedJournal) damage(journalPath);
}

function makeReferenceArtifact(plan: StorePlan, auid: string, au: number, i: number): ReferenceArtifact {
  const isVersioned = i % 10 < VERSIONS;
  const page = isVersioned ? Math.floor(i / 10) : i;
  const version = isVersioned ? (i % 10) + 1 : 1;
  const name = `${au}/${isVersioned ? 'versions' : 'page'}/${page}`;
  const content = makeContent(`${name} ${version}`, plan.payloadBytes);
  const isChunked = i % 7 === 0;
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: text/html',
    ...(i % 11 === 0 ? ['Set-Cookie: a=1', 'Set-Cookie: b=2', 'Content-Type: text/plain'] : []),
    ...(isChunked ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${content.length}`]),
  ];
  return {
    uuid: makeReferenceUuid(`${name} ${version}`),
    ...{ namespace: NAMESPACE, auid, uri: `http://www.example.org/${name}/é?q=1&q=2`, version },
    collectionMs: FIRST_MS + au * 86_400_000 + i * 1_001,
    storeMs: FIRST_MS + au * 86_400_000 + i * 1_001 + 60_000,
    ...(i % 13 !== 5 && { head: `${head.join('\r\n')}\r\n\r\n` }),
    payload: isChunked && i % 13 !== 5 ? makeChunkedBody(content) : content,
  };
}

function chooseState(i: number): ReferenceState {
  if (i % 40 === 17) return 'DELETED';
  if (i % 40 === 18) return 'UNCOMMITTED';
  return i % 40 === 19 ? 'PENDING_COPY' : 'COPIED';
}

/** Repeats a header field in some records. The migration must use the first value. */
function makeArtifactRecord(artifact: ReferenceArtifact, i: number): Buffer {
  const again: Record<string, string> = i % 17 === 0 ? { 'X-LockssRepo-Artifact-Version ': '99' } : {};
  return makeReferenceRecord(artifact, again);
}

function makeJournalRecords(uuid: string, state: ReferenceState, atMs: number): Buffer[] {
  const states: ReferenceState[] = ['UNCOMMITTED'];
  if (state !== 'UNCOMMITTED') states.push('PENDING_COPY');
  if (state === 'COPIED' || state === 'DELETED') states.push('COPIED');
  if (state === 'DELETED') states.push('DELETED');
  return states.map((one, i) => makeJournalRecord(uuid, one, atMs + i));
}

/** Damages part of the journal's first entry. The same artifact has later entries, so no information is lost. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0, 60, 130);
  writeFileSync(path, bytes);
}

function makeContent(name: string, bytes: number): Buffer {
  const noise: Buffer[] = [];
  for (let length = 0; length < bytes / 2; length += 64) {
    noise.push(createHash('sha512').update(`${name} ${length}`).digest());
  }
  return Buffer.concat([Buffer.from(`<title>${name}</title>`.padEnd(bytes / 2, 'lorem ipsum ')), ...noise]);
}

function expectedOf(artifact: ReferenceArtifact, committed: boolean): ExpectedArtifact {
  const { uuid, namespace, auid, uri, version, payload, collectionMs, storeMs } = artifact;
  return {
    ...{ uuid, namespace, auid, uri, version, committed, collectionDate: collectionMs, storeDate: storeMs },
    contentLength: payload.length,
    contentDigest: `SHA-256:${createHash('sha256').update(payload).digest('hex')}`,
  };
}
