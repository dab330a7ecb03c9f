// What the benchmark `create` found out, as plain data: the JSON that is printed, and what the table is made of.
import { median } from '../measure.ts';
import type { StoreKind } from './stores.ts';

export interface CreateResults {
  creators: number;
  seconds: number;
  payloadBytes: number;
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

export function storeResult(store: StoreKind, grouped: CreateFigures[], alone: CreateFigures[]): StoreResult {
  const ways = { grouped: way(grouped), alone: way(alone) };
  const timesAlone = ways.grouped.artifactsPerSecond / ways.alone.artifactsPerSecond;
  return { store, ...ways, timesAlone };
}

function way(runs: CreateFigures[]): WayOfCreating {
  const of = (name: keyof CreateFigures) => median(runs.map((run) => run[name]));
  return {
    artifactsPerSecond: of('artifactsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    objectsPerThousandArtifacts: of('objectsPerThousandArtifacts'),
    serviceCpuMs: of('serviceCpuMs'),
    creatorsCpuMs: of('creatorsCpuMs'),
    runs,
  };
}
