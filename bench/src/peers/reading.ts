// Compares Holdfast's WARC reader with other projects' readers, with the same files, alternately in one run. All
// readers do the same work. They compute SHA-256 and SHA-1 of every capture and, for a chunked body, a second SHA-1
// (with and without chunk framing). They compute no digests of requests and metadata.
import type { WarcFile } from '../corpus/cached-file.ts';
import { interleavePasses } from '../measure.ts';
import { createReaderMeasure, THREADED_READER_NAME } from '../read/reader.ts';
import { chooseRounds } from '../read-bench.ts';
import { openJwarcReader } from './jwarc-reader.ts';
import { createOtherReaderMeasure, type OtherReader } from './other-reader.ts';
import { openFastwarcReader, openPythonWarcioReader } from './python-readers.ts';

export interface ReadingPeers {
  readonly files: readonly ReaderFileResult[];
  /** Readers that were not measured, with the reasons. */
  readonly notRun: readonly string[];
}

export interface ReaderFileResult {
  readonly file: string;
  readonly sizeBytes: number;
  readonly records: number;
  readonly readers: readonly ReaderResult[];
}

export interface ReaderResult {
  readonly name: string;
  /** Speed, measured by the compressed size of the file. */
  readonly megabytesPerSecond: number;
  readonly cpuSeconds?: number;
  /** Holdfast's speed divided by this reader's speed. */
  readonly timesAsFast: number;
  /** This reader's CPU time divided by Holdfast's. Other programs affect this ratio less than the speeds. */
  readonly timesCpu?: number;
  readonly seconds: readonly number[];
}

/** Name of Holdfast's reader with one thread per processor, as in an import on an idle machine. */
export const OWN_READER_NAME = 'Holdfast';
const OURS_ALONE = 'Holdfast, 1 thread';

export async function runReadingPeers(files: readonly WarcFile[], rounds: number): Promise<ReadingPeers> {
  const sought = await Promise.all([openFastwarcReader(), openJwarcReader(), openPythonWarcioReader()]);
  const others = sought.filter((one): one is OtherReader => !('missing' in one));
  const notRun = sought.flatMap((one) => ('missing' in one ? [one.missing] : []));
  const found: ReaderFileResult[] = [];
  for (const file of files) found.push(await compareReaders(others, file, rounds));
  return { files: found, notRun };
}

async function compareReaders(
  others: readonly OtherReader[],
  file: WarcFile,
  rounds: number,
): Promise<ReaderFileResult> {
  const { kind, path, sizeBytes, records } = file;
  const measures = [
    { ...createReaderMeasure(THREADED_READER_NAME, path, 'file'), name: OWN_READER_NAME },
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
