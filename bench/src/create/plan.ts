// Plan and result of the process that runs the creating clients, as plain data.
export interface CreatePlan {
  /** Base URL of the repository service, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** AU in which the clients create artifacts. Its namespace is `bench`. */
  readonly auid: string;
  readonly creators: number;
  readonly payloadBytes: number;
  /** Seconds of warm-up before the measurement. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface CreationCounts {
  /** Number of 201 responses, including those during the warm-up. */
  readonly acknowledged: number;
  /** Number of 201 responses during the measurement. */
  readonly measured: number;
  readonly artifactsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Total CPU time of the clients. */
  readonly cpuSeconds: number;
}

export const BENCH_NAMESPACE = 'bench';
