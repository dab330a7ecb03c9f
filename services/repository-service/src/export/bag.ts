// Writes an export as a BagIt bag (RFC 8493) in a tar archive. The payload is the WARC file. Its digest is computed
// beforehand, so the manifests can precede the payload.
import { createHash } from 'node:crypto';
import { formatIsoTime } from '../domain/export/cdxj.ts';
import { describeOmissions, type Omissions } from '../domain/export/omissions.ts';
import { encodeTarHeader, makeTarPadding, tarEndMarker } from '../domain/export/tar.ts';
import { softwareName } from '../domain/service-identity.ts';
import { createBytesPart, type ExportPart, joinParts } from './parts.ts';
import type { WaczFile } from './wacz.ts';

export interface BagMetadata {
  /** Top-level folder of the bag. */
  readonly folder: string;
  readonly namespace: string;
  /** Set only if the export is one complete AU. */
  readonly auid: string | undefined;
  readonly storedMs: number;
  readonly leftOut: Omissions;
}

const PAYLOAD_PATH = 'data/archive.warc.gz';

export function buildBag(
  { part, sha256 }: { part: ExportPart; sha256: string },
  about: BagMetadata,
  tagFiles: readonly WaczFile[] = [],
): { file: ExportPart; identity: string } {
  const manifest = `${sha256}  ${PAYLOAD_PATH}\n`;
  const tags = {
    'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
    'bag-info.txt': formatBagInfo(part.sizeBytes, about),
    'manifest-sha256.txt': manifest,
  };
  const tagManifest = [
    ...Object.entries(tags).map(([path, text]) => `${computeSha256(text)}  ${path}\n`),
    ...tagFiles.map(({ path, sha256 }) => `${sha256}  ${path}\n`),
  ];
  const files: [string, ExportPart][] = [
    ...Object.entries({ ...tags, 'tagmanifest-sha256.txt': tagManifest.join('') }).map(
      ([path, text]): [string, ExportPart] => [path, createBytesPart(Buffer.from(text))],
    ),
    ...tagFiles.map(({ path, part }): [string, ExportPart] => [path, part]),
    [PAYLOAD_PATH, part],
  ];
  const { folder } = about;
  const parts = files.flatMap(([path, content]) => {
    const { sizeBytes } = content;
    const head = encodeTarHeader({ folder, name: path, sizeBytes, modifiedMs: about.storedMs });
    return [createBytesPart(head), content, createBytesPart(makeTarPadding(sizeBytes))];
  });
  const identity = computeSha256(`${folder}\n${tagManifest.join('')}`);
  return { file: joinParts([...parts, createBytesPart(tarEndMarker)]), identity };
}

function formatBagInfo(payloadBytes: number, { namespace, auid, storedMs, leftOut }: BagMetadata): string {
  const description = describeOmissions(leftOut);
  const fields = [
    `Bag-Software-Agent: ${softwareName}`,
    `Bagging-Date: ${formatIsoTime(storedMs).slice(0, 10)}`,
    `Payload-Oxum: ${payloadBytes}.1`,
    `Bag-Group-Identifier: ${namespace}`,
    ...(auid === undefined ? [] : [`External-Identifier: ${escapeLineBreaks(auid)}`]),
    ...(description === undefined ? [] : [`External-Description: ${description}`]),
  ];
  return `${fields.join('\n')}\n`;
}

/** Escapes line breaks, because a line break in an AUID would start a new field. */
function escapeLineBreaks(text: string): string {
  return text.replace(/[\r\n]/g, encodeURIComponent);
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
