// The benchmark `read`: how fast a WARC file is read, against the bound and against warcio. Stores nothing.
import type { WarcFile } from './corpus/cached-file.ts';
import { interleave } from './measure.ts';
import { readerMeasure } from './read/reader.ts';
import { type FileResult, fileResult } from './results.ts';

export async function readBench(files: readonly WarcFile[], rounds: number): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    const measures = (['bound', 'warcio', 'codec'] as const).map((name) => readerMeasure(name, file.path));
    results.push(fileResult(file, await interleave(measures, { count: rounds, warmUp: true })));
  }
  return results;
}
