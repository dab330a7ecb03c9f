// Compares reading with other projects' readers: the same files, alternately in one run. All readers do the same work:
// they compute SHA-256 and SHA-1 of every capture and, for a chunked body, a second SHA-1 (with and without chunk
// framing), but no digests of requests and metadata.
import type { WarcFile } from '../corpus/cached-file.ts';
import { interleavePasses } from '../measure.ts';
import { createReaderMeasure, THREADED } from '../read/reader.ts';
import { chooseRounds } from '../read-bench.ts';
import { openJwarcReader } from './jwarc-reader.ts';
import { createOtherReaderMeasure, type OtherReader } from './other-reader.ts';
import { openFastwarcReader, openPythonWarcioReader } from './python-readers.ts';

export interface ReadingPeers {
  readonly files: readonly FileOfReaders[];
  /** Reasons why readers were not measured. */
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
  /** Based on the compressed size of the file. */
  readonly megabytesPerSecond: number;
  readonly cpuSeconds?: number;
  /** Rate of Holdfast divided by this rate. */
  readonly timesAsFast: number;
  /** Processor time of this reader divided by Holdfast's. Other programs affect this ratio less than rates. */
  readonly timesCpu?: number;
  readonly seconds: readonly number[];
}

/** Name of Holdfast's reader with one thread for each processor, as in an import on idle processors. */
export const OWN_READER_NAME = 'Holdfast';
const OURS_ALONE = 'Holdfast, 1 thread';

export async function runReadingPeers(files: readonly WarcFile[], rounds: number): Promise<ReadingPeers> {
  const sought = await Promise.all([openFastwarcReader(), openJwarcReader(), openPythonWarcioReader()]);
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
    { ...createReaderMeasure(THREADED, path, 'file'), name: OWN_READER_NAME },
    { ...createReaderMeasure('codec', path, 'file'), name: OURS_ALONE },
    ...others.map((one) => createOtherReaderMeasure(one, path, records)),
    { ...createReaderMeasure('warcio + digests', path, 'file'), name: 'warcio.js' },
  ];
  const results = await interleavePasses(measures, chooseRounds(file, rounds));
  const [ours] = results;
  const readers = results.map((one) => ({
    ...one,
    timesAsFast: ours!.megabytesPerSecond / one.megabytesPerSecond,
    ...(one.cpuSeconds && ours!.cpuSeconds ? { timesCpu: one.cpuSeconds / ours!.cpuSeconds } : {}),
  }));
  return { file: kind, sizeBytes, records, readers };
}
