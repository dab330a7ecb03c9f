// The benchmark `read`: how fast a WARC file is read, against the bound and against warcio. Stores nothing.
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

/** The huge file takes so long that one pass says enough, and that nothing needs warming up. */
export function roundsFor({ kind }: WarcFile, count: number): Rounds {
  return kind === 'huge' ? { count: 1, warmUp: false } : { count, warmUp: true };
}
