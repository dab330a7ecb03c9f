// Counts the activity of the copies from outside while the drill runs: lookups and leases by sampling, pieces
// by their files.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlByHand } from '@holdfast/testkit';
import { pieceFiles, type Replica } from './replicas.ts';

const EVERY_MS = 250;

export class Counts {
  readonly #replicas: readonly Replica[];
  readonly #sql: SqlByHand;
  readonly #pieces = new Set<string>();
  readonly #holders = new Set<string>();
  readonly #last = new Map<string, number>();
  /** Lower bounds: lookups between the last sample and the end of a process are not counted. */
  readonly lookups = { copy: 0, index: 0 };
  /** Number of samples that saw a lease. */
  leased = 0;
  samples = 0;

  constructor(replicas: readonly Replica[], sql: SqlByHand) {
    this.#replicas = replicas;
    this.#sql = sql;
  }

  get pieces(): number {
    return this.#pieces.size;
  }

  /** Number of processes that held a lease. */
  get holders(): number {
    return this.#holders.size;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sample();
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    await this.sample();
  }

  /** Replicas that are down are not counted. */
  async sample(): Promise<void> {
    const ofReplicas = this.#replicas.flatMap((replica) => [
      this.#addLookups(replica),
      pieceFiles(replica).then((files) => files.map((file) => this.#pieces.add(file))),
    ]);
    await Promise.allSettled([...ofReplicas, this.#addLeases()]);
  }

  /** Resolves when every process of both replicas has a complete copy with that many captures. */
  async whenCopied(captures: number, timeoutMs: number): Promise<void> {
    const untilMs = performance.now() + timeoutMs;
    const isCopied = async (replica: Replica) => (await metricsOf(replica))(CAPTURES) >= captures;
    for (;;) {
      const copied = await Promise.all(this.#replicas.map((replica) => isCopied(replica).catch(() => false)));
      if (copied.every(Boolean)) return;
      if (performance.now() > untilMs) throw new Error(`there was no whole copy within ${timeoutMs} ms`);
      await sleep(EVERY_MS);
    }
  }

  async #addLookups(replica: Replica): Promise<void> {
    const numberOf = await metricsOf(replica);
    for (const by of ['copy', 'index'] as const) {
      const [name, value] = [
        `${replica.name} ${by}`,
        numberOf(`holdfast_replay_copy_lookups_total{by="${by}"}`),
      ];
      this.lookups[by] += Math.max(0, value - (this.#last.get(name) ?? 0));
      this.#last.set(name, value);
    }
  }

  async #addLeases(): Promise<void> {
    const rows = await this.#sql.query<{ holder: string }>(
      'select holder from replay_lease where until > clock_timestamp()',
    );
    this.samples++;
    if (rows.length > 0) this.leased++;
    for (const { holder } of rows) this.#holders.add(holder);
  }
}

const CAPTURES = 'holdfast_replay_copy_captures';

async function metricsOf({ server }: Replica): Promise<(series: string) => number> {
  const answer = await fetch(`${server.metricsUrl}/metrics`, { signal: AbortSignal.timeout(5_000) });
  const lines = (await answer.text()).split('\n');
  return (series) => {
    const line = lines.find((one) => one.startsWith(`${series} `));
    return line === undefined ? 0 : Number(line.slice(series.length));
  };
}
