// Benchmark `read`: speed of reading a WARC file, compared with the bound and with warcio. Stores nothing.
import type { WarcFile } from './corpus/cached-file.ts';
import { interleave, type Rounds } from './measure.ts';
import { readerMeasure, readerNames, THREADED } from './read/reader.ts';
import { type FileResult, fileResult } from './results.ts';

export async function readBench(files: readonly WarcFile[], rounds: number): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    const measures = ([...readerNames, THREADED] as const).map((name) => readerMeasure(name, file.path));
    results.push(fileResult(file, await interleave(measures, roundsFor(file, rounds))));
  }
  return results;
}

/** Reads the huge file once without warm-up, because it is slow enough. */
export function roundsFor({ kind }: WarcFile, count: number): Rounds {
  return kind === 'huge' ? { count: 1, warmUp: false } : { count, warmUp: true };
}
