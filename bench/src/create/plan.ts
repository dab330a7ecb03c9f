// What the process of the creators is told, and what it answers. Plain data.
export interface CreatePlan {
  /** Base URL of the repository service, without a last slash. */
  url: string;
  user: string;
  password: string;
  /** All artifacts go to this one AU, of the namespace `bench`. */
  auid: string;
  creators: number;
  payloadBytes: number;
  /** Beforehand; not measured. */
  warmUpSeconds: number;
  seconds: number;
}

export interface Creations {
  /** Answered 201, those of the warm-up included. */
  acknowledged: number;
  /** Answered while it was measured. */
  measured: number;
  artifactsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the creators, all of it. */
  cpuSeconds: number;
}

export const BENCH_NAMESPACE = 'bench';
