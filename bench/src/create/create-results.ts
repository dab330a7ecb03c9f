// Results of the benchmark `create`, as plain data for JSON and tables.
import { computeMedian } from '../measure.ts';
import type { StoreKind } from './stores.ts';

export interface CreateResults {
  readonly creators: number;
  readonly seconds: number;
  readonly payloadBytes: number;
  /** Parameters of the separate runs in which a few clients create large artifacts. */
  readonly large: { creators: number; seconds: number; payloadBytes: number };
  readonly stores: StoreResult[];
  /** Object stores that are not available on this machine, with the reason. */
  readonly leftOut: { store: StoreKind; reason: string }[];
}

export interface StoreResult {
  readonly store: StoreKind;
  readonly grouped: CreateMedians;
  readonly alone: CreateMedians;
  /** Artifacts per second with group commit, divided by artifacts per second without it. */
  readonly timesAlone: number;
  readonly large: LargeArtifacts;
}

/** Medians of the runs. */
export interface LargeArtifacts extends LargeArtifactFigures {
  readonly runs: LargeArtifactFigures[];
}

export interface LargeArtifactFigures extends CreateFigures {
  /** Payload megabytes per second. */
  readonly megabytesPerSecond: number;
  /** Peak memory of the service during the run, in bytes. */
  readonly memoryBytes: number;
}

/** Medians of the runs. */
export interface CreateMedians extends CreateFigures {
  readonly runs: CreateFigures[];
}

export interface CreateFigures {
  readonly artifactsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly objectsPerThousandArtifacts: number;
  /** CPU time of the service per artifact, in milliseconds. */
  readonly serviceCpuMs: number;
  readonly creatorsCpuMs: number;
}

export function computeStoreResult(
  store: StoreKind,
  runs: { grouped: CreateFigures[]; alone: CreateFigures[]; large: LargeArtifactFigures[] },
): StoreResult {
  const [grouped, alone] = [addMedians(runs.grouped), addMedians(runs.alone)];
  const timesAlone = grouped.artifactsPerSecond / alone.artifactsPerSecond;
  return { store, grouped, alone, timesAlone, large: addMedians(runs.large) };
}

function addMedians<Figures extends CreateFigures>(runs: Figures[]): Figures & { runs: Figures[] } {
  const names = Object.keys(runs[0]!) as (keyof Figures)[];
  const medians = names.map((name) => [name, computeMedian(runs.map((run) => run[name] as number))]);
  return { ...(Object.fromEntries(medians) as Figures), runs };
}
