// Plan and result of the process of creating clients, as plain data.
export interface CreatePlan {
  /** Base URL of the repository service, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** AU of all created artifacts, in the namespace `bench`. */
  readonly auid: string;
  readonly creators: number;
  readonly payloadBytes: number;
  /** Warm-up before the measurement. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface Creations {
  /** Number of 201 responses, including the warm-up. */
  readonly acknowledged: number;
  /** Number of 201 responses during the measurement. */
  readonly measured: number;
  readonly artifactsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Total processor time of the clients. */
  readonly cpuSeconds: number;
}

export const BENCH_NAMESPACE = 'bench';
