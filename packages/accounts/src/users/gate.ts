// Limits the number of concurrent expensive computations. Further computations wait in four queues of different
// priority. The queues take turns, and within a queue the client addresses take turns. A computation leaves its queue
// when its caller stops waiting. If too many computations wait, a new one with higher priority displaces one with lower
// priority, which service-kit's Semaphore cannot do.

export interface GateLimits {
  /** Maximum number of concurrent computations. */
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitingOfAddress: number;
}

export interface QueuePosition {
  /** Queue number, from 0 (highest priority) to 3; see `TURNS`. */
  readonly lane: number;
  /** Network address of the client. Computations of one address run in order. Different addresses take turns. */
  readonly address: string;
  /** Aborts when the caller no longer needs the result. */
  readonly signal?: AbortSignal | undefined;
}

export interface LoginGate {
  /**
   * Runs `work` as soon as a slot is free. Rejects with GateFullError if too many computations wait, or with the
   * signal's reason if the signal aborts first.
   */
  run<T>(place: QueuePosition, work: () => Promise<T>): Promise<T>;
}

export class GateFullError extends Error {
  override readonly name = 'GateFullError';
}

/**
 * Preferred queue of each turn. Queue 0 gets half of the turns, queue 1 a quarter, and queues 2 and 3 an eighth each.
 */
const TURNS = [0, 1, 0, 2, 0, 1, 0, 3];
const LANES = 4;

interface WaitingComputation {
  readonly place: QueuePosition;
  readonly admit: () => void;
  readonly refuse: (reason: unknown) => void;
}

export function createLoginGate(limits: GateLimits): LoginGate {
  const queue = createQueue();
  let running = 0;
  let turn = 0;

  function admitNext(): void {
    if (running >= limits.atOnce || queue.size() === 0) return;
    const entry = queue.takeNext(TURNS[turn++ % TURNS.length]!);
    running += 1;
    entry.admit();
  }

  function makeRoom({ lane, address }: QueuePosition): void {
    if (queue.waitingOf(address) >= limits.maxWaitingOfAddress) throw new GateFullError();
    if (queue.size() < limits.maxWaiting) return;
    const worst = queue.worst();
    const isWorse = worst.lane > lane || (worst.lane === lane && worst.length > queue.waitingOf(address) + 1);
    if (!isWorse) throw new GateFullError();
    queue.remove(worst.last);
    worst.last.refuse(new GateFullError());
  }

  function admission(place: QueuePosition): Promise<void> {
    return new Promise((resolve, reject) => {
      place.signal?.throwIfAborted();
      if (running >= limits.atOnce) makeRoom(place);
      const entry: WaitingComputation = {
        place,
        admit() {
          place.signal?.removeEventListener('abort', withdraw);
          resolve();
        },
        refuse(reason) {
          place.signal?.removeEventListener('abort', withdraw);
          reject(reason);
        },
      };
      const withdraw = (): void => {
        queue.remove(entry);
        reject(place.signal?.reason);
      };
      place.signal?.addEventListener('abort', withdraw, { once: true });
      queue.add(entry);
      admitNext();
    });
  }

  return {
    async run(place, work) {
      await admission(place);
      try {
        return await work();
      } finally {
        running -= 1;
        admitNext();
      }
    },
  };
}

/** One queue: waiting computations by address, in the order in which the addresses are served. */
type Lane = Map<string, WaitingComputation[]>;

function createQueue() {
  const lanes: Lane[] = Array.from({ length: LANES }, () => new Map());
  let size = 0;

  return {
    size: () => size,
    waitingOf: (address: string) => lanes.reduce((sum, lane) => sum + (lane.get(address)?.length ?? 0), 0),
    add(entry: WaitingComputation): void {
      const lane = lanes[entry.place.lane]!;
      const line = lane.get(entry.place.address);
      if (line === undefined) lane.set(entry.place.address, [entry]);
      else line.push(entry);
      size += 1;
    },
    remove(entry: WaitingComputation): void {
      const lane = lanes[entry.place.lane]!;
      const line = lane.get(entry.place.address) ?? [];
      const index = line.indexOf(entry);
      if (index === -1) return;
      line.splice(index, 1);
      if (line.length === 0) lane.delete(entry.place.address);
      size -= 1;
    },
    /**
     * Removes and returns a computation from the preferred queue. If that queue is empty, uses the non-empty queue with
     * the highest priority. At least one computation must be waiting.
     */
    takeNext(preferred: number): WaitingComputation {
      const lane = lanes[preferred]!.size > 0 ? lanes[preferred]! : lanes.find((one) => one.size > 0)!;
      const [address, line] = lane.entries().next().value!;
      lane.delete(address);
      const entry = line.shift()!;
      if (line.length > 0) lane.set(address, line);
      size -= 1;
      return entry;
    },
    /**
     * Returns the non-empty queue with the lowest priority, the address with the most computations in this queue, their
     * number, and the last of them. At least one computation must be waiting.
     */
    worst() {
      const lane = lanes.findLastIndex((one) => one.size > 0);
      const longest = [...lanes[lane]!.values()].reduce((most, line) =>
        line.length > most.length ? line : most,
      );
      return { lane, length: longest.length, last: longest.at(-1)! };
    },
  };
}
