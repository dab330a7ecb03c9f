// Writes an export as WACZ 1.1: an uncompressed ZIP file with the WARC file, the index and the page list. Because the
// ZIP entries are uncompressed, clients can read byte ranges of them.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { formatIsoTime } from '../domain/export/cdxj.ts';
import { describeOmissions, type Omissions } from '../domain/export/omissions.ts';
import { encodeCentralDirectory, encodeLocalHeader, type ZipEntryWithOffset } from '../domain/export/zip.ts';
import { softwareName } from '../domain/service-identity.ts';
import { createBytesPart, type ExportPart, joinParts } from './parts.ts';

export interface FileDigests {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly crc32: number;
}

export interface WaczFile extends FileDigests {
  readonly path: string;
  readonly part: ExportPart;
}

export interface WaczMetadata {
  readonly title: string;
  /** Time when the newest exported content was stored. */
  readonly storedMs: number;
  readonly leftOut: Omissions;
}

export const waczPaths = {
  warc: 'archive/data.warc.gz',
  lines: 'indexes/index.cdx.gz',
  blocks: 'indexes/index.idx',
  pages: 'pages/pages.jsonl',
} as const;

export function buildWacz(
  files: readonly WaczFile[],
  about: WaczMetadata,
): { file: ExportPart; identity: string } {
  const datapackage = Buffer.from(JSON.stringify(buildDatapackage(files, about), null, 2));
  const sha256 = computeSha256(datapackage);
  const digest = Buffer.from(JSON.stringify({ path: 'datapackage.json', hash: `sha256:${sha256}` }, null, 2));
  const made = [
    { path: 'datapackage.json', bytes: datapackage },
    { path: 'datapackage-digest.json', bytes: digest },
  ].map(({ path, bytes }) => ({ path, part: createBytesPart(bytes), crc32: crc32(bytes) }));
  return { file: zipFiles([...files, ...made]), identity: sha256 };
}

function zipFiles(files: readonly Pick<WaczFile, 'path' | 'part' | 'crc32'>[]): ExportPart {
  const parts: ExportPart[] = [];
  const entries: ZipEntryWithOffset[] = [];
  let offset = 0;
  for (const { path: name, part, crc32: crc } of files) {
    const entry = { name, sizeBytes: part.sizeBytes, crc32: crc, offset };
    const head = encodeLocalHeader(entry);
    entries.push(entry);
    parts.push(createBytesPart(head), part);
    offset += head.length + part.sizeBytes;
  }
  return joinParts([...parts, createBytesPart(encodeCentralDirectory(entries, offset))]);
}

function buildDatapackage(files: readonly WaczFile[], { title, storedMs, leftOut }: WaczMetadata) {
  return {
    profile: 'data-package',
    resources: files.map(({ path, part, sha256 }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      hash: `sha256:${sha256}`,
      bytes: part.sizeBytes,
    })),
    wacz_version: '1.1.1',
    title,
    software: softwareName,
    created: formatIsoTime(storedMs),
    description: describeOmissions(leftOut),
  };
}

function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
