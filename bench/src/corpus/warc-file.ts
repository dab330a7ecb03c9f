// Writes the benchmark's WARC files to disk. They have the same bytes in every run.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CAPTURE_COUNTS, type CaptureKind, makeCapture } from './captures.ts';
import { type ArchiveForm, convertRecord } from './forms.ts';
import { HUGE_BODY_BYTES, writeHugeRecord } from './huge.ts';
import { createBenchRandom } from './random.ts';
import { type BenchGzipMember, makeBenchWarcinfo, makeCaptureMembers } from './triple.ts';

export type FileKind = CaptureKind | 'huge';
export const FILE_KINDS: readonly FileKind[] = ['html', 'large', 'small', 'huge'];

export type WarcFacts = {
  /** Number of records of all types. */
  records: number;
  responses: number;
  readonly sizeBytes: number;
  inflatedBytes: number;
};

const FIRST_DATE_MS = Date.UTC(2024, 4, 2, 10);

/**
 * Writes a file with `scale` times the captures of the full-size file. The huge file has a single record, whose size is
 * scaled instead.
 */
export async function writeWarcFile(
  path: string,
  kind: FileKind,
  scale: number,
  form: ArchiveForm = 'warc',
): Promise<WarcFacts> {
  const random = createBenchRandom(`holdfast bench ${kind}`);
  const output = createWriteStream(path, { highWaterMark: 1 << 20 });
  const done = finished(output);
  const facts: WarcFacts = { records: 0, responses: 0, sizeBytes: 0, inflatedBytes: 0 };
  await writeMembers(output, facts, form, [
    makeBenchWarcinfo(random, `bench-${kind}.warc.gz`, FIRST_DATE_MS),
  ]);
  if (kind === 'huge') {
    facts.inflatedBytes += await writeHugeRecord(
      random,
      output,
      Math.ceil(HUGE_BODY_BYTES * scale),
      FIRST_DATE_MS,
    );
    facts.records++;
    facts.responses++;
  }
  const captures = kind === 'huge' ? 10 : Math.ceil(CAPTURE_COUNTS[kind] * scale);
  for (let i = 0; i < captures; i++) {
    const capture = makeCapture(random, kind === 'huge' ? 'small' : kind, i);
    await writeMembers(output, facts, form, makeCaptureMembers(random, capture, FIRST_DATE_MS + i * 250));
    facts.responses++;
  }
  output.end();
  await done;
  return { ...facts, sizeBytes: output.bytesWritten };
}

async function writeMembers(
  output: Writable,
  facts: WarcFacts,
  form: ArchiveForm,
  members: BenchGzipMember[],
): Promise<void> {
  for (const { bytes: member, inflatedBytes } of members) {
    const bytes = convertRecord(form, member);
    if (bytes === undefined) continue;
    facts.records++;
    facts.inflatedBytes += inflatedBytes;
    if (!output.write(bytes)) await once(output, 'drain');
  }
}
