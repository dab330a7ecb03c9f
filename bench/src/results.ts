// What a benchmark of WARC files found out, as plain data: the JSON that is printed, and what the table is made of.
import type { WarcFile } from './corpus/cached-file.ts';
import type { Result } from './measure.ts';

export type FileResult = {
  file: string;
  sizeBytes: number;
  inflatedBytes: number;
  records: number;
  ways: WayResult[];
  /** Only where a whole import was measured. */
  service?: ServiceResult;
};

export type WayResult = {
  name: string;
  megabytesPerSecond: number;
  recordsPerSecond: number;
  /** Of the speed of the bound in the same run. */
  shareOfBound: number;
  /** The same by processor time, which other programs on the machine disturb less; absent for imports. */
  cpuShareOfBound?: number;
  /** How many times as fast as warcio in the same run; absent where warcio was not measured. */
  timesWarcio?: number;
  /** The same with warcio made to digest what it reads. */
  timesWarcioDigesting?: number;
  seconds: number[];
};

export type ServiceResult = {
  /** Peak resident memory of the fresh service during one import, above what it held before. */
  memoryGrowthBytes: number;
  /** The same over all imports of the file, one after the other and two at once. */
  memoryGrowthOfAllBytes: number;
  storeRequestsPerGigabyte: number;
  /** Throughput of two imports at once over that of one. */
  twoAtOnce?: number;
};

export function fileResult(file: WarcFile, results: readonly Result[]): FileResult {
  const bound = results.find(({ name }) => name === 'bound')?.megabytesPerSecond ?? Number.NaN;
  const warcio = results.find(({ name }) => name === 'warcio')?.megabytesPerSecond;
  const digesting = results.find(({ name }) => name === 'warcio + digests')?.megabytesPerSecond;
  const boundCpu = results.find(({ name }) => name === 'bound')?.cpuSeconds ?? Number.NaN;
  const { kind, sizeBytes, inflatedBytes, records } = file;
  const ways = results.map(({ name, megabytesPerSecond, cpuSeconds, seconds }) => ({
    name,
    megabytesPerSecond,
    recordsPerSecond: (megabytesPerSecond * 1e6 * records) / sizeBytes,
    shareOfBound: megabytesPerSecond / bound,
    ...(cpuSeconds === undefined ? {} : { cpuShareOfBound: boundCpu / cpuSeconds }),
    ...(warcio === undefined ? {} : { timesWarcio: megabytesPerSecond / warcio }),
    ...(digesting === undefined ? {} : { timesWarcioDigesting: megabytesPerSecond / digesting }),
    seconds,
  }));
  return { file: kind, sizeBytes, inflatedBytes, records, ways };
}
