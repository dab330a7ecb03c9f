// What a benchmark of WARC files found out, as plain data: the JSON that is printed, and what the table is made of.
import type { WarcFile } from './corpus/cached-file.ts';
import type { Result } from './measure.ts';

export type FileResult = {
  readonly file: string;
  readonly sizeBytes: number;
  readonly inflatedBytes: number;
  readonly records: number;
  readonly ways: WayResult[];
  /** Only where a whole import was measured. */
  readonly service?: ServiceResult;
};

export type WayResult = {
  readonly name: string;
  readonly megabytesPerSecond: number;
  readonly recordsPerSecond: number;
  /** Share of the speed of the bound in the same run. */
  readonly shareOfBound: number;
  /** Processor time of all processes that did the work, where it is known; the median of the rounds. */
  readonly cpuSeconds?: number;
  /** The share by processor time, which other programs disturb less. */
  readonly cpuShareOfBound?: number;
  /** How many times as fast as warcio in the same run; absent where warcio was not measured. */
  readonly timesWarcio?: number;
  /** How many times as fast as warcio when that digests what it reads. */
  readonly timesWarcioDigesting?: number;
  readonly seconds: number[];
};

export type ServiceResult = {
  /** Peak resident memory of the fresh service during one import, above what it held before. */
  readonly memoryGrowthBytes: number;
  /** Growth over all imports of the file, one after the other and two at once. */
  readonly memoryGrowthOfAllBytes: number;
  readonly storeRequestsPerGigabyte: number;
  /** Throughput of two imports at once over that of one. */
  readonly twoAtOnce?: number;
  /** Processor time of one import, of all processes (service, its threads, PostgreSQL), over that of the bound. */
  readonly cpuTimesBound?: number;
  readonly cpuSecondsPerGigabyte?: number;
  /** Time that an import takes more than one that keeps artifacts alone, as a share of that one's. */
  readonly costOfCompanions?: number;
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
    ...(cpuSeconds === undefined ? {} : { cpuSeconds, cpuShareOfBound: boundCpu / cpuSeconds }),
    ...(warcio === undefined ? {} : { timesWarcio: megabytesPerSecond / warcio }),
    ...(digesting === undefined ? {} : { timesWarcioDigesting: megabytesPerSecond / digesting }),
    seconds,
  }));
  return { file: kind, sizeBytes, inflatedBytes, records, ways };
}
