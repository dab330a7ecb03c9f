// Benchmark `read`: speed of reading a WARC file without storing anything, compared with warcio and with an upper
// bound.
import type { WarcFile } from './corpus/cached-file.ts';
import { interleavePasses, type RoundOptions } from './measure.ts';
import { createReaderMeasure, READER_NAMES, THREADED_READER_NAME } from './read/reader.ts';
import { computeFileResult, type FileResult } from './results.ts';

export async function runReadBench(files: readonly WarcFile[], rounds: number): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    const measures = ([...READER_NAMES, THREADED_READER_NAME] as const).map((name) =>
      createReaderMeasure(name, file.path),
    );
    results.push(computeFileResult(file, await interleavePasses(measures, chooseRounds(file, rounds))));
  }
  return results;
}

/**
 * Returns how often to read a file. The huge file is read only once and without warm-up, because one pass takes long
 * enough.
 */
export function chooseRounds({ kind }: WarcFile, count: number): RoundOptions {
  return kind === 'huge' ? { count: 1, warmUp: false } : { count, warmUp: true };
}
