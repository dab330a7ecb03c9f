// Reading beside other projects' readers: the same files, by turns in one run. All read the file themselves and do the
// same work: SHA-256 and SHA-1 of every capture, one more SHA-1 of a body that comes in chunks (ours has both readings of
// it), and nothing of requests and metadata, which an import does not digest.
import type { WarcFile } from '../corpus/cached-file.ts';
import { interleave } from '../measure.ts';
import { readerMeasure, THREADED } from '../read/reader.ts';
import { roundsFor } from '../read-bench.ts';
import { jwarc } from './jwarc-reader.ts';
import { type OtherReader, otherReaderMeasure } from './other-reader.ts';
import { fastwarc, pythonWarcio } from './python-readers.ts';

export interface ReadingPeers {
  readonly files: readonly FileOfReaders[];
  /** Sentences about those that could not be had. */
  readonly notRun: readonly string[];
}

export interface FileOfReaders {
  readonly file: string;
  readonly sizeBytes: number;
  readonly records: number;
  readonly readers: readonly ReaderResult[];
}

export interface ReaderResult {
  readonly name: string;
  /** How large the file is on the disk. */
  readonly megabytesPerSecond: number;
  readonly cpuSeconds?: number;
  /** Our rate over its rate. */
  readonly timesAsFast: number;
  /** Its processor time over ours, which other programs disturb less. */
  readonly timesCpu?: number;
  readonly seconds: readonly number[];
}

/** It reads as an import does where processors are idle: in a thread for each. */
export const OURS = 'Holdfast';
const OURS_ALONE = 'Holdfast, 1 thread';

export async function readingPeers(files: readonly WarcFile[], rounds: number): Promise<ReadingPeers> {
  const sought = await Promise.all([fastwarc(), jwarc(), pythonWarcio()]);
  const others = sought.filter((one): one is OtherReader => !('missing' in one));
  const notRun = sought.flatMap((one) => ('missing' in one ? [one.missing] : []));
  const found: FileOfReaders[] = [];
  for (const file of files) found.push(await beside(others, file, rounds));
  return { files: found, notRun };
}

async function beside(
  others: readonly OtherReader[],
  file: WarcFile,
  rounds: number,
): Promise<FileOfReaders> {
  const { kind, path, sizeBytes, records } = file;
  const measures = [
    { ...readerMeasure(THREADED, path, 'file'), name: OURS },
    { ...readerMeasure('codec', path, 'file'), name: OURS_ALONE },
    ...others.map((one) => otherReaderMeasure(one, path, records)),
    { ...readerMeasure('warcio + digests', path, 'file'), name: 'warcio.js' },
  ];
  const results = await interleave(measures, roundsFor(file, rounds));
  const [ours] = results;
  const readers = results.map((one) => ({
    ...one,
    timesAsFast: ours!.megabytesPerSecond / one.megabytesPerSecond,
    ...(one.cpuSeconds && ours!.cpuSeconds ? { timesCpu: one.cpuSeconds / ours!.cpuSeconds } : {}),
  }));
  return { file: kind, sizeBytes, records, readers };
}
