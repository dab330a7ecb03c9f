// Results of a benchmark of WARC files as plain data, for JSON and tables.
import type { WarcFile } from './corpus/cached-file.ts';
import type { PassResult } from './measure.ts';

export type FileResult = {
  readonly file: string;
  readonly sizeBytes: number;
  readonly inflatedBytes: number;
  readonly records: number;
  readonly ways: WayResult[];
  /** Undefined if no import was measured. */
  readonly service?: ServiceResult;
};

export type WayResult = {
  readonly name: string;
  readonly megabytesPerSecond: number;
  readonly recordsPerSecond: number;
  /** Speed as a fraction of the bound's speed in the same run. */
  readonly shareOfBound: number;
  /** Median processor time of all processes that took part in the work, if known. */
  readonly cpuSeconds?: number;
  /** The same fraction by processor time, which other programs affect less. */
  readonly cpuShareOfBound?: number;
  /** Speed divided by warcio's in the same run; undefined if warcio was not measured. */
  readonly timesWarcio?: number;
  /** Speed divided by the speed of warcio with digests. */
  readonly timesWarcioDigesting?: number;
  readonly seconds: number[];
};

export type ServiceResult = {
  /** Peak resident memory of the fresh service during one import, above its memory before. */
  readonly memoryGrowthBytes: number;
  /** Memory growth over all imports of the file, both one after another and two at once. */
  readonly memoryGrowthOfAllBytes: number;
  readonly storeRequestsPerGigabyte: number;
  /** Throughput of two parallel imports divided by the throughput of one. */
  readonly twoAtOnce?: number;
  /** Processor time of all processes for one import, divided by the bound's processor time. */
  readonly cpuTimesBound?: number;
  readonly cpuSecondsPerGigabyte?: number;
  /** Additional time that companion records cost, as a fraction of the time of an import without them. */
  readonly costOfCompanions?: number;
};

export function computeFileResult(file: WarcFile, results: readonly PassResult[]): FileResult {
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
