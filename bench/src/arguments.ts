// Parses the command-line arguments of the benchmarks.
import { parseArgs } from 'node:util';
import { FILE_KINDS, type FileKind } from './corpus/warc-file.ts';
import { STORE_KINDS, type StoreKind } from './create/stores.ts';

export type BenchArguments = {
  /** Names of the benchmarks to run; empty means all. */
  readonly benchmarks: string[];
  /** Fraction of the full size, with 1 as the full size. */
  readonly scale: number;
  readonly rounds: number;
  readonly files: FileKind[];
  /** Duration of each run that creates artifacts, in seconds. */
  readonly seconds: number;
  /** Number of parallel clients that create artifacts. */
  readonly creators: number;
  readonly stores: readonly StoreKind[];
  /** Size of the large artifacts, in millions of bytes. */
  readonly largeMegabytes: number;
  /** Number of captures in the index for `replay`. */
  readonly captures: number;
  /** Number of captures at the end of `growth` and in the larger index of `sizes`. */
  readonly rows: number;
  /** Number of artifacts that `backfill` copies into a second store. */
  readonly artifacts: number;
  /** Duration of the measurement of `idle`. */
  readonly minutes: number;
  /** Commit to measure in addition to the latest commit. */
  readonly beside: string | undefined;
  /** Whether to store the results in docs/measurements and regenerate docs/performance.md. */
  readonly keep: boolean;
  readonly json: boolean;
  readonly help: boolean;
  /** Running service to measure. If undefined, the benchmark starts one. */
  readonly service:
    | { url: string; user: string; password: string; pid: number; metricsUrl: string }
    | undefined;
};

export const USAGE = `npm run bench -- [BENCHMARK…] [OPTIONS]

  --scale N          size of the files, 1 being full size (default 1)
  --rounds N         how often each measure is taken; the median counts (default 3)
  --files A,B        which of ${FILE_KINDS.join(', ')} (default all)
  --seconds N        how long artifacts are created in each run of create (default 30)
  --creators N       how many create artifacts at once (default 200)
  --store KIND       fs, s3 or both: where artifacts are created (default both)
  --large-mb N       megabytes of each large artifact that is created (default 50)
  --captures N       captures in the index that replay and search are measured on (default 1000000)
  --beside COMMIT    start: measure this commit, too
  --keep             keep the results in docs/measurements; those of peers and start are shown in docs/performance.md
  --rows N           captures that the index grows to in growth, and of the larger index in sizes (default 3000000)
  --json             the results as JSON
  backfill [N]       copies N artifacts into a new store (default 1000000)
  idle [MINUTES]     measures a node without requests for this time (default 10)
  --url URL --user NAME --password WORD --pid PID --metrics-url URL
                     measure this repository service instead of starting one
`;

/** Parses the arguments. Throws an Error with a message for the user if they are invalid. */
export function readArguments(args: string[], known: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scale: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      files: { type: 'string', default: FILE_KINDS.join(',') },
      seconds: { type: 'string', default: '30' },
      creators: { type: 'string', default: '200' },
      store: { type: 'string', default: 'both' },
      'large-mb': { type: 'string', default: '50' },
      captures: { type: 'string', default: '1000000' },
      rows: { type: 'string', default: '3000000' },
      beside: { type: 'string' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      url: { type: 'string' },
      user: { type: 'string' },
      password: { type: 'string' },
      pid: { type: 'string' },
      'metrics-url': { type: 'string' },
    },
  });
  const { names, artifacts, minutes } = separateNumbers(positionals);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark ${unknown}; there is ${known.join(', ')}.`);
  const { url, user, password, pid, 'metrics-url': metricsUrl } = values;
  return {
    benchmarks: names,
    scale: parsePositive('--scale', values.scale),
    rounds: parseWholeNumber('--rounds', values.rounds),
    files: values.files.split(',').map(parseFileKind),
    seconds: parseWholeNumber('--seconds', values.seconds),
    creators: parseWholeNumber('--creators', values.creators),
    stores: parseStores(values.store),
    largeMegabytes: parseWholeNumber('--large-mb', values['large-mb']),
    captures: parseCaptures(values.captures),
    rows: parseRows(values.rows),
    artifacts: parseArtifacts(artifacts),
    minutes: parseWholeNumber('The number after idle', minutes),
    beside: values.beside,
    keep: values.keep,
    json: values.json,
    help: values.help,
    service: url === undefined ? undefined : parseServiceOptions({ url, user, password, pid, metricsUrl }),
  };
}

function parseServiceOptions(
  values: Record<'url' | 'user' | 'password' | 'pid' | 'metricsUrl', string | undefined>,
) {
  const { url, user, password, pid, metricsUrl } = values;
  if (!url || !user || !password || !pid || !metricsUrl) {
    throw new Error('--url needs --user, --password, --pid and --metrics-url with it.');
  }
  return { url: url.replace(/\/$/, ''), user, password, pid: parseWholeNumber('--pid', pid), metricsUrl };
}

function parseFileKind(name: string): FileKind {
  const kind = FILE_KINDS.find((known) => known === name);
  if (!kind) throw new Error(`There is no file ${name}; there is ${FILE_KINDS.join(', ')}.`);
  return kind;
}

function parseStores(name: string): readonly StoreKind[] {
  const stores = STORE_KINDS.filter((kind) => name === kind || name === 'both');
  if (stores.length === 0) throw new Error(`There is no store ${name}; there is fs, s3 and both.`);
  return stores;
}

function parseCaptures(text: string): number {
  const captures = parseWholeNumber('--captures', text);
  if (captures < 10_000) throw new Error('--captures must be at least 10000.');
  return captures;
}

function parseRows(text: string): number {
  const rows = parseWholeNumber('--rows', text);
  if (rows < 100_000) throw new Error('--rows must be at least 100000.');
  return rows;
}

/** Separates the numbers that follow `backfill` and `idle` from the names of benchmarks. */
function separateNumbers(words: readonly string[]) {
  const follows = (name: string) => (word: string, at: number) =>
    words[at - 1] === name && /^[0-9]/.test(word);
  const numberAfter = (name: string) => words.find(follows(name));
  return {
    names: words.filter((word, at) => !follows('backfill')(word, at) && !follows('idle')(word, at)),
    artifacts: numberAfter('backfill') ?? '1000000',
    minutes: numberAfter('idle') ?? '10',
  };
}

function parseArtifacts(text: string): number {
  const artifacts = parseWholeNumber('The number after backfill', text);
  if (artifacts < 1_000) throw new Error('The number after backfill must be at least 1000.');
  return artifacts;
}

function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 100)) throw new Error(`${option} must be a number above 0 and at most 100.`);
  return number;
}

function parseWholeNumber(option: string, text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new Error(`${option} must be a whole number above 0.`);
  return Number(text);
}
