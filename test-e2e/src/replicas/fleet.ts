// The replicas of one service behind their proxy. Starts, probes and kills replicas, and terminates them as Kubernetes
// does.
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup } from '@holdfast/testkit';
import type { ServiceName } from '../images/built-image.ts';
import type { ClusterPacing } from './pacing.ts';
import { type FrontProxy, startProxy } from './proxy.ts';
import { launchReplica, type Replica, type ReplicaPlacement } from './replica.ts';

export interface ReplicaFleet {
  readonly service: ServiceName;
  readonly url: string;
  readonly proxy: FrontProxy;
  readonly place: ReplicaPlacement;
  replicas(): readonly Replica[];
  /** Starts another replica. Resolves when the proxy uses this replica. */
  grow(): Promise<Replica>;
  /** Starts a new replica, then terminates the oldest. */
  replaceOldest(): Promise<void>;
  /**
   * Removes the replica from the proxy, and sends SIGTERM after the preStop pause. Rejects unless the replica exits
   * with code 0 within the grace period.
   */
  retire(replica: Replica): Promise<void>;
  /** Kills the replica with SIGKILL. The proxy notices only when the readiness probes fail. */
  kill(replica: Replica): Promise<void>;
  /** Resolves when `count` replicas are ready. Rejects with the reason after the timeout. */
  untilReady(count: number, timeoutMs?: number): Promise<void>;
}

export async function startFleet(
  service: ServiceName,
  place: ReplicaPlacement,
  pacing: ClusterPacing,
  count: number,
): Promise<ReplicaFleet> {
  const fleet = new RunningFleet(service, place, pacing, await startProxy());
  await Promise.all(Array.from({ length: count }, () => fleet.grow()));
  return fleet;
}

class RunningFleet implements ReplicaFleet {
  readonly service: ServiceName;
  readonly proxy: FrontProxy;
  readonly place: ReplicaPlacement;
  readonly #pacing: ClusterPacing;
  readonly #probing = new Map<Replica, AbortController>();
  #count = 0;

  constructor(service: ServiceName, place: ReplicaPlacement, pacing: ClusterPacing, proxy: FrontProxy) {
    this.service = service;
    this.proxy = proxy;
    this.place = place;
    this.#pacing = pacing;
    addCleanup(() => {
      for (const probing of this.#probing.values()) probing.abort();
    });
  }

  get url(): string {
    return this.proxy.url;
  }

  replicas(): readonly Replica[] {
    return [...this.#probing.keys()];
  }

  async grow(): Promise<Replica> {
    this.#count += 1;
    const name = `${this.service} ${this.#count}`;
    const env = { DRAIN_TIMEOUT: this.#pacing.drainTimeout, ...this.place.env };
    const replica = await launchReplica(this.service, name, { ...this.place, env });
    const probing = new AbortController();
    this.#probing.set(replica, probing);
    void this.#probe(replica, probing.signal);
    await replica.process.answers(`${replica.metricsUrl}/readyz`);
    await pollCondition(() => this.proxy.listed().includes(replica), `${name} was not listed`, 30_000);
    return replica;
  }

  async replaceOldest(): Promise<void> {
    const [oldest] = this.replicas();
    await this.grow();
    await this.retire(oldest!);
  }

  async retire(replica: Replica): Promise<void> {
    const { noticeMs, preStopMs, graceMs } = this.#pacing;
    const noticed = sleep(noticeMs).then(() => this.#forget(replica));
    await sleep(preStopMs);
    const late = sleep(graceMs - preStopMs, 'late' as const, { ref: false });
    const ending = await Promise.race([replica.process.stop(), late]);
    await noticed;
    const fault = ending === 'late' ? 'did not end in time' : ending.code === 0 ? '' : JSON.stringify(ending);
    if (fault) throw new Error(`${replica.name}: ${fault}: ${replica.process.output().slice(-2_000)}`);
  }

  async kill(replica: Replica): Promise<void> {
    await replica.process.kill9();
    await pollCondition(
      () => !this.proxy.listed().includes(replica),
      `${replica.name} stayed listed`,
      60_000,
    );
    this.#forget(replica);
  }

  async untilReady(count: number, timeoutMs = 120_000): Promise<void> {
    const said = () => this.replicas().map((one) => one.process.output().slice(-600));
    const why = () => `${this.proxy.listed().length} of ${count} are ready: ${said().join('\n')}`;
    await pollCondition(() => this.proxy.listed().length === count, why, timeoutMs);
  }

  #forget(replica: Replica): void {
    this.#probing.get(replica)?.abort();
    this.#probing.delete(replica);
    this.proxy.remove(replica);
  }

  async #probe(replica: Replica, signal: AbortSignal): Promise<void> {
    const { probeMs, failureThreshold } = this.#pacing;
    for (let failures = 0; !signal.aborted; ) {
      const ready = await isReady(replica);
      if (signal.aborted) return;
      failures = ready ? 0 : failures + 1;
      if (ready) this.proxy.add(replica);
      else if (failures >= failureThreshold) this.proxy.remove(replica);
      await sleep(probeMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

async function isReady({ metricsUrl }: Replica): Promise<boolean> {
  try {
    const answer = await fetch(`${metricsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Polls every few milliseconds until `holds` returns true. Throws after the timeout. */
export async function pollCondition(
  holds: () => boolean | Promise<boolean>,
  otherwise: string | (() => string),
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(typeof otherwise === 'string' ? otherwise : otherwise());
    await sleep(20);
  }
}
