// Writes stores in the format of a LOCKSS repository: a folder for each AU with WARC files and a state journal, and
// temporary WARC files. The record headers have the same fields in the same order as in LOCKSS.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type ReferenceState = 'UNCOMMITTED' | 'PENDING_COPY' | 'COPIED' | 'DELETED';

export interface ReferenceArtifact {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly uri: string;
  readonly version: number;
  /** Unix time in milliseconds. */
  readonly collectionMs: number;
  readonly storeMs: number;
  /** HTTP status line, header fields and blank line. Undefined for a resource record. */
  readonly head?: string;
  /** Payload as recorded, including any chunked transfer coding. */
  readonly payload: Buffer;
}

/** Returns a version 4 UUID that is derived from the name. */
export function makeReferenceUuid(name: string): string {
  const hex = createHash('md5').update(name).digest('hex');
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20),
  ];
  return `${a}-${b}-4${c}-a${d}-${e}`;
}

/** Returns the WARC record of an artifact. `more` contains additional WARC header fields. */
export function makeReferenceRecord(artifact: ReferenceArtifact, more: Record<string, string> = {}): Buffer {
  const { uuid, namespace, auid, uri, version, payload, head } = artifact;
  const block = head === undefined ? payload : Buffer.concat([Buffer.from(head), payload]);
  const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
  const header = {
    'WARC-Record-ID': `<urn:uuid:${uuid}>`,
    'Content-Length': String(block.length),
    'WARC-Date': formatInstant(artifact.collectionMs),
    'WARC-Type': head === undefined ? 'resource' : 'response',
    'WARC-Target-URI': uri,
    'Content-Type': head === undefined ? 'text/plain' : 'application/http; msgtype=response',
    'X-LockssRepo-Version': '2.0.0',
    'X-LockssRepo-Artifact-Namespace': namespace,
    'X-LockssRepo-Artifact-AuId': auid,
    'X-LockssRepo-Artifact-Uri': uri,
    'X-LockssRepo-Artifact-Version': String(version),
    'X-LockssRepo-Artifact-StoredDate': formatInstant(artifact.storeMs),
    'X-LockssRepo-Artifact-Length': String(payload.length),
    'WARC-Payload-Digest': digest,
    'X-LockssRepo-Artifact-Digest': digest,
  };
  const fields = [...Object.entries(header), ...Object.entries(more)];
  const lines = ['WARC/1.0', ...fields.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** Returns a state journal entry for an artifact. */
export function makeJournalRecord(uuid: string, state: string, atMs: number): Buffer {
  const body = JSON.stringify({ artifactUuid: uuid, entryDate: atMs, artifactState: state });
  const header = [
    'WARC/1.0',
    `WARC-Record-ID: <urn:uuid:${makeReferenceUuid(`${uuid} ${state} ${atMs}`)}>`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `WARC-Date: ${formatInstant(atMs)}`,
    'WARC-Type: metadata',
    'Content-Type: application/json',
    'X-LockssRepo-Version: 2.0.0',
    `WARC-Refers-To: ${uuid}`,
  ];
  return Buffer.from(`${header.join('\r\n')}\r\n\r\n${body}\r\n\r\n`);
}

/** Encodes a body with the chunked transfer coding, in chunks of `chunkBytes`. */
export function makeChunkedBody(content: Buffer, chunkBytes = 1_000): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += chunkBytes) {
    const chunk = content.subarray(at, at + chunkBytes);
    pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

export interface StoreFile {
  readonly path: string;
  append(record: Buffer): void;
}

export interface ReferenceStore {
  readonly folder: string;
  /** Returns a WARC file of committed artifacts. Its records are gzipped if `name` ends in `.warc.gz`. */
  artifactFile(namespace: string, auid: string, name: string): StoreFile;
  temporaryFile(name: string): StoreFile;
  journal(namespace: string, auid: string): StoreFile;
}

export function createReferenceStore(folder: string): ReferenceStore {
  mkdirSync(join(folder, 'ns'), { recursive: true });
  mkdirSync(join(folder, 'tmp', 'warcs'), { recursive: true });
  const auFolder = (namespace: string, auid: string) => {
    const path = join(folder, 'ns', namespace, `au-${createHash('md5').update(auid).digest('hex')}`);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    folder,
    artifactFile: (namespace, auid, name) => createStoreFile(join(auFolder(namespace, auid), name)),
    temporaryFile: (name) => createStoreFile(join(folder, 'tmp', 'warcs', name)),
    journal: (namespace, auid) => createStoreFile(join(auFolder(namespace, auid), 'artifact_state.warc')),
  };
}

function createStoreFile(path: string): StoreFile {
  writeFileSync(path, '', { flag: 'a' });
  const isGzip = path.endsWith('.gz');
  return {
    path,
    append: (record) => appendFileSync(path, isGzip ? gzipSync(record, { level: 1 }) : record),
  };
}

/** Formats a time as LOCKSS does: omits the fraction if it is zero. */
function formatInstant(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
