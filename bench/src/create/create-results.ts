// What the benchmark `create` found out, as plain data: the JSON that is printed, and what the table is made of.
import { median } from '../measure.ts';
import type { StoreKind } from './stores.ts';

export interface CreateResults {
  creators: number;
  seconds: number;
  payloadBytes: number;
  /** Of the large artifacts, which a few creators create by themselves. */
  large: { creators: number; seconds: number; payloadBytes: number };
  stores: StoreResult[];
  /** Stores that could not be had here, with the reason. */
  leftOut: { store: StoreKind; reason: string }[];
}

export interface StoreResult {
  store: StoreKind;
  grouped: WayOfCreating;
  alone: WayOfCreating;
  /** Artifacts per second with group commit over those without. */
  timesAlone: number;
  large: LargeArtifacts;
}

/** Medians of the runs. */
export interface LargeArtifacts extends LargeFigures {
  runs: LargeFigures[];
}

export interface LargeFigures extends CreateFigures {
  /** Of payloads, a million bytes being one. */
  megabytesPerSecond: number;
  /** The most memory that the service held during the run, in bytes. */
  memoryBytes: number;
}

/** Medians of the runs. */
export interface WayOfCreating extends CreateFigures {
  runs: CreateFigures[];
}

export interface CreateFigures {
  artifactsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  objectsPerThousandArtifacts: number;
  /** Processor time per artifact, in milliseconds. */
  serviceCpuMs: number;
  creatorsCpuMs: number;
}

export function storeResult(
  store: StoreKind,
  runs: { grouped: CreateFigures[]; alone: CreateFigures[]; large: LargeFigures[] },
): StoreResult {
  const [grouped, alone] = [withMedians(runs.grouped), withMedians(runs.alone)];
  const timesAlone = grouped.artifactsPerSecond / alone.artifactsPerSecond;
  return { store, grouped, alone, timesAlone, large: withMedians(runs.large) };
}

function withMedians<Figures extends CreateFigures>(runs: Figures[]): Figures & { runs: Figures[] } {
  const names = Object.keys(runs[0]!) as (keyof Figures)[];
  const medians = names.map((name) => [name, median(runs.map((run) => run[name] as number))]);
  return { ...(Object.fromEntries(medians) as Figures), runs };
}
