// Runs several measurements alternately, so that other load on the machine affects all of them equally.

export interface BenchmarkTask {
  /** Name in the table, unique in a run. */
  readonly name: string;
  /** Does the work once. Returns the duration and the number of input bytes. */
  pass(): Promise<MeasuredPass>;
  close(): Promise<void>;
}

export type MeasuredPass = {
  readonly seconds: number;
  readonly inputBytes: number;
  /** CPU time of all processes that did the work, if known. */
  readonly cpuSeconds?: number | undefined;
};

export type PassResult = {
  readonly name: string;
  /** One value per round. */
  readonly seconds: number[];
  /** Speed, computed from the median duration of the rounds. */
  readonly megabytesPerSecond: number;
  /** Median CPU time, if known. Other programs affect the CPU time less than the duration. */
  readonly cpuSeconds?: number;
};

export type RoundOptions = { count: number /** Adds an unmeasured first pass. */; warmUp: boolean };

/** Runs all measurements `count` times alternately. Closes all measurements even if one fails. */
export async function interleavePasses(
  measures: readonly BenchmarkTask[],
  rounds: RoundOptions,
): Promise<PassResult[]> {
  try {
    if (rounds.warmUp) for (const measure of measures) await measure.pass();
    const passes = new Map<BenchmarkTask, MeasuredPass[]>(measures.map((measure) => [measure, []]));
    for (let round = 0; round < rounds.count; round++) {
      for (const measure of rotateOrder(measures, round)) passes.get(measure)!.push(await measure.pass());
    }
    return measures.map((measure) => summarizePasses(measure.name, passes.get(measure)!));
  } finally {
    await Promise.all(measures.map((measure) => measure.close()));
  }
}

/** Rotates the order, so that a measurement does not always follow the same predecessor. */
function rotateOrder<T>(items: readonly T[], round: number): T[] {
  const start = round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function summarizePasses(name: string, passes: readonly MeasuredPass[]): PassResult {
  const cpuSeconds = passes.flatMap((pass) => pass.cpuSeconds ?? []);
  return {
    name,
    seconds: passes.map((pass) => pass.seconds),
    megabytesPerSecond: computeMedian(passes.map((pass) => pass.inputBytes / 1e6 / pass.seconds)),
    ...(cpuSeconds.length === 0 ? {} : { cpuSeconds: computeMedian(cpuSeconds) }),
  };
}

export function computeMedian(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
