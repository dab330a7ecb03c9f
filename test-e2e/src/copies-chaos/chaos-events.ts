// Chooses and triggers the events of the drill. Damages only one store at a time. Another store is chosen only when no
// fault is active and all stores are complete, so each object always has intact copies in two stores.
import type { SeededRandom } from '../support/seeded.ts';
import type { ChaosStore, LastingFault } from './chaos-store.ts';
import type { CompletenessWatch, NeededObjects } from './completeness.ts';
import type { KillableService } from './killable-service.ts';
import { flipBits } from './store-files.ts';

export interface ChaosDeps {
  readonly stores: readonly ChaosStore[];
  readonly service: KillableService;
  readonly watch: CompletenessWatch;
  readonly random: SeededRandom;
  /** Milliseconds for which a store is unavailable. Other faults last a third of this time. */
  readonly awayMs: number;
  /** Fraction of the events that kill the service. */
  readonly killShare: number;
  readonly startedMs: number;
  say(words: string): void;
}

interface RunningFault {
  readonly fault: LastingFault;
  readonly endsMs: number;
}

type StoreEvent = 'emptied' | 'bits flipped' | LastingFault;
export type ChaosEvent = StoreEvent | 'service killed';

const MAX_FLIPPED = 6;
/** Maximum number of events in one store before all stores must become complete. */
const MAX_IN_TURN = 3;

export class ChaosEvents {
  readonly counts: Record<string, number> = {};
  readonly #deps: ChaosDeps;
  #target: ChaosStore;
  #running: RunningFault | undefined;
  /** Number of events since all stores were last complete. */
  #inTurn = 0;
  #isComplete = true;
  /** Whether the next event kills the service; undefined until this is decided. */
  #isKill: boolean | undefined;
  #incompleteSinceMs = 0;

  constructor(deps: ChaosDeps) {
    this.#deps = deps;
    this.#target = deps.stores[0]!;
  }

  get isComplete(): boolean {
    return this.#isComplete && this.#running === undefined;
  }

  /**
   * Milliseconds for which the stores have been incomplete since the last fault ended. 0 if all stores are complete or
   * a fault is active.
   */
  get incompleteMs(): number {
    return this.#isComplete || this.#running ? 0 : performance.now() - this.#incompleteSinceMs;
  }

  /**
   * Ends a fault whose time has expired, and checks whether the stores are complete. Returns descriptions of missing or
   * wrong objects.
   */
  async look(isNeeded: NeededObjects): Promise<string[]> {
    const { watch } = this.#deps;
    if (this.#running && performance.now() >= this.#running.endsMs) await this.endFault();
    const lacks = watch.look(isNeeded);
    if (this.#running) return lacks;
    if (lacks.length === 0) {
      if (!this.#isComplete) this.#reportProgress('all stores are complete');
      this.#isComplete = true;
      this.#inTurn = 0;
    }
    return lacks;
  }

  async endFault(): Promise<void> {
    const running = this.#running;
    if (!running) return;
    await this.#target.end(running.fault);
    this.#running = undefined;
    this.#incompleteSinceMs = performance.now();
    this.#reportProgress(`${this.#target.name} is not ${running.fault} any more`);
  }

  /** Triggers the next event. Returns false if the next event must wait until the stores are complete. */
  async next(): Promise<boolean> {
    const { random, stores } = this.#deps;
    if (this.isComplete) this.#target = random.pick(stores);
    this.#isKill ??= random.chance(this.#deps.killShare);
    if (!this.#isKill && this.#inTurn >= MAX_IN_TURN) return false;
    const isKill = this.#isKill;
    this.#isKill = undefined;
    if (isKill) {
      await this.#killService();
      return true;
    }
    const faults: StoreEvent[] = this.#running ? [] : [...this.#target.faults];
    await this.#causeEvent(random.pick<StoreEvent>(['emptied', 'bits flipped', ...faults]));
    return true;
  }

  async #causeEvent(event: StoreEvent): Promise<void> {
    const target = this.#target;
    this.#inTurn++;
    this.#isComplete = false;
    this.#incompleteSinceMs = performance.now();
    this.#count(event);
    if (event === 'emptied') {
      target.empty();
      this.#reportProgress(`${target.name} emptied`);
    } else if (event === 'bits flipped') {
      this.#flip(target);
    } else {
      await target.begin(event);
      const { awayMs } = this.#deps;
      const lastsMs = event === 'away' ? awayMs : awayMs / 3;
      this.#running = { fault: event, endsMs: performance.now() + lastsMs };
      this.#reportProgress(`${target.name} is ${event} for ${Math.round(lastsMs / 1000)} s`);
    }
  }

  #flip(target: ChaosStore): void {
    const { random, watch } = this.#deps;
    const bits = flipBits(random, target.objects, 1 + random.below(MAX_FLIPPED));
    watch.addFlipped(bits);
    const places = bits.map(({ file, offset }) => `${file.slice(target.objects.length + 1)} at ${offset}`);
    this.#reportProgress(`${target.name}: ${bits.length} bits flipped: ${places.join(', ')}`);
  }

  /** Kills the service and restarts it with a randomly chosen primary store. */
  async #killService(): Promise<void> {
    const { service, stores, random } = this.#deps;
    const nearest = random.pick(stores);
    this.#count('service killed');
    this.#reportProgress(`service killed; ${nearest.name} becomes the nearest store`);
    const roles = stores.map(({ name }) => [
      `STORE_ROLE_${name.toUpperCase()}`,
      name === nearest.name ? 'primary' : 'copy',
    ]);
    await service.kill(Object.fromEntries(roles) as Record<string, string>, random.below(2_000));
    this.#reportProgress('the service is ready again');
  }

  #count(event: ChaosEvent): void {
    this.counts[event] = (this.counts[event] ?? 0) + 1;
  }

  #reportProgress(words: string): void {
    const { say, startedMs } = this.#deps;
    say(`${((performance.now() - startedMs) / 1000).toFixed(1)} s: ${words}`);
  }
}
