// Completes a BagIt bag (RFC 8493): writes the manifests and tag files for the payload files in `data`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OmissionCounts } from './download.ts';

export interface BagDescription {
  /** Paths of the payload files (`data/…`), relative to the bag. */
  readonly payload: readonly string[];
  readonly auid: string | undefined;
  readonly namespace: string;
  readonly software: string;
  readonly date: Date;
  readonly leftOut: OmissionCounts;
}

/** Writes all tag files. bagit.txt is written last, because it makes the folder a bag. */
export async function finishBag(folder: string, about: BagDescription): Promise<void> {
  const { payload, auid, namespace, software, date, leftOut } = about;
  const manifest: string[] = [];
  let bytes = 0;
  for (const path of payload) {
    bytes += (await stat(join(folder, path))).size;
    manifest.push(`${await computeFileDigest(join(folder, path))}  ${path}\n`);
  }
  const info = [
    `Bag-Software-Agent: ${software}`,
    `Bagging-Date: ${date.toISOString().slice(0, 10)}`,
    `Payload-Oxum: ${bytes}.${payload.length}`,
    `Bag-Group-Identifier: ${namespace}`,
    ...(auid === undefined ? [] : [`External-Identifier: ${auid.replace(/[\r\n]/g, encodeURIComponent)}`]),
    ...formatOmissions(leftOut).map((words) => `External-Description: ${words}`),
  ];
  const tags = {
    'bag-info.txt': `${info.join('\n')}\n`,
    'manifest-sha256.txt': manifest.join(''),
    'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
  };
  const lines = Object.entries(tags).map(([path, text]) => `${computeSha256(text)}  ${path}\n`);
  const files = { 'tagmanifest-sha256.txt': lines.join(''), ...tags };
  for (const [path, text] of Object.entries(files))
    await writeFile(join(folder, path), text, { flush: true });
}

export function formatOmissions({ artifacts, companions, records }: OmissionCounts): string[] {
  return [
    ...(artifacts > 0 ? [`Damaged artifacts, left out: ${artifacts}`] : []),
    ...(companions > 0
      ? [`Artifacts exported without their companion records, some of which are damaged: ${companions}`]
      : []),
    ...(records > 0 ? [`Damaged records without an artifact, left out: ${records}`] : []),
  ];
}

async function computeFileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
