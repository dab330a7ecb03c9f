// What the process of the creators is told, and what it answers. Plain data.
export interface CreatePlan {
  /** Base URL of the repository service, without a last slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** All artifacts go to this one AU, of the namespace `bench`. */
  readonly auid: string;
  readonly creators: number;
  readonly payloadBytes: number;
  /** Beforehand; not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface Creations {
  /** Answered 201, those of the warm-up included. */
  readonly acknowledged: number;
  /** Answered while it was measured. */
  readonly measured: number;
  readonly artifactsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the creators, all of it. */
  readonly cpuSeconds: number;
}

export const BENCH_NAMESPACE = 'bench';
