// Results of benchmarks that read WARC files, as plain data for JSON and tables.
import type { WarcFile } from './corpus/cached-file.ts';
import type { PassResult } from './measure.ts';

export type FileResult = {
  readonly file: string;
  readonly sizeBytes: number;
  readonly inflatedBytes: number;
  readonly records: number;
  readonly ways: ReaderSpeed[];
  /** Measurements of the service; undefined if no import was measured. */
  readonly service?: ServiceResult;
};

export type ReaderSpeed = {
  readonly name: string;
  readonly megabytesPerSecond: number;
  readonly recordsPerSecond: number;
  /** Speed divided by the speed of the upper bound in the same run. */
  readonly shareOfBound: number;
  /** Median CPU time of all processes that took part in the work, if known. */
  readonly cpuSeconds?: number;
  /** The upper bound's CPU time divided by this CPU time. Other programs affect this ratio less than the speed. */
  readonly cpuShareOfBound?: number;
  /** Speed divided by warcio's in the same run; undefined if warcio was not measured. */
  readonly timesWarcio?: number;
  /** Speed divided by the speed of warcio when it computes digests. */
  readonly timesWarcioDigesting?: number;
  readonly seconds: number[];
};

export type ServiceResult = {
  /** Peak resident memory of a newly started service during one import, minus its memory before the import. */
  readonly memoryGrowthBytes: number;
  /** Peak memory minus the memory at the beginning, over all imports of the file, including two parallel imports. */
  readonly memoryGrowthOfAllBytes: number;
  readonly storeRequestsPerGigabyte: number;
  /** Throughput of two parallel imports divided by the throughput of one. */
  readonly twoAtOnce?: number;
  /** CPU time of all processes for one import, divided by the upper bound's CPU time. */
  readonly cpuTimesBound?: number;
  readonly cpuSecondsPerGigabyte?: number;
  /** Additional time for companion records (request, metadata), as a fraction of the time of an import without them. */
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
