// Measures taken by turns in one run, so that what else the machine does touches all of them alike. Knows nothing of
// what is measured.

export interface Measure {
  /** Shown in the table; one of each name in a run. */
  readonly name: string;
  /** Does the work once: the seconds it took and the bytes of input it went through. */
  pass(): Promise<Pass>;
  close(): Promise<void>;
}

export type Pass = {
  readonly seconds: number;
  readonly inputBytes: number;
  /** Processor time of all processes that did the work, where they are known. */
  readonly cpuSeconds?: number | undefined;
};

export type Result = {
  readonly name: string;
  /** One figure for each round. */
  readonly seconds: number[];
  /** From the median of the rounds. */
  readonly megabytesPerSecond: number;
  /** The median, where processor time is known: what is left when other programs take turns on the machine. */
  readonly cpuSeconds?: number;
};

export type Rounds = { count: number /** A pass beforehand that is not counted. */; warmUp: boolean };

/** Runs all measures `count` times by turns. Closes them, whatever happens. */
export async function interleave(measures: readonly Measure[], rounds: Rounds): Promise<Result[]> {
  try {
    if (rounds.warmUp) for (const measure of measures) await measure.pass();
    const passes = new Map<Measure, Pass[]>(measures.map((measure) => [measure, []]));
    for (let round = 0; round < rounds.count; round++) {
      for (const measure of rotated(measures, round)) passes.get(measure)!.push(await measure.pass());
    }
    return measures.map((measure) => summary(measure.name, passes.get(measure)!));
  } finally {
    await Promise.all(measures.map((measure) => measure.close()));
  }
}

/** Each round begins with another one: none always runs on the heels of the same other. */
function rotated<T>(items: readonly T[], round: number): T[] {
  const start = round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function summary(name: string, passes: readonly Pass[]): Result {
  const cpuSeconds = passes.flatMap((pass) => pass.cpuSeconds ?? []);
  return {
    name,
    seconds: passes.map((pass) => pass.seconds),
    megabytesPerSecond: median(passes.map((pass) => pass.inputBytes / 1e6 / pass.seconds)),
    ...(cpuSeconds.length === 0 ? {} : { cpuSeconds: median(cpuSeconds) }),
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
