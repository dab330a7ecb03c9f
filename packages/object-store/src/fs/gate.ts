// Limits the concurrent file operations of one store. The process has only a few threads for file operations, and each
// operation on a hanging disk blocks a thread.
import type { Disk, FileHandle } from './disk.ts';

export class DiskGate {
  readonly #limit: number;
  readonly #waiting: PromiseWithResolvers<void>[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit) this.#running++;
    else await this.#waitForTurn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Passes the slot on to the next waiting operation, so the number of running operations does not change.
      if (next) next.resolve();
      else this.#running--;
    }
  }

  /** Rejects the waiting operations. Called when their callers have stopped waiting. */
  rejectWaiting(error: Error): void {
    for (const turn of this.#waiting.splice(0)) turn.reject(error);
  }

  #waitForTurn(): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn);
    return turn.promise;
  }
}

/** Returns a copy of `disk` whose operations run through the gate, including operations on open files. */
export function createGatedDisk(disk: Disk, gate: DiskGate): Disk {
  const gated = Object.fromEntries(
    Object.entries(disk).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...args: unknown[]) =>
            gate.run(() => (value as (...given: unknown[]) => Promise<unknown>)(...args))
        : value,
    ]),
  ) as Disk;
  const open = gated.open;
  gated.open = (async (...args: Parameters<Disk['open']>) =>
    createGatedFile(await open(...args), gate)) as Disk['open'];
  return gated;
}

/** Operations on open files that are limited. Closing is not limited, because every open file must be closed. */
const FILE_OPERATIONS = new Set<string | symbol>(['read', 'write', 'writeFile', 'sync', 'stat']);

function createGatedFile(file: FileHandle, gate: DiskGate): FileHandle {
  return new Proxy(file, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      const call = (...args: unknown[]) => Reflect.apply(member, target, args) as Promise<unknown>;
      return FILE_OPERATIONS.has(name) ? (...args: unknown[]) => gate.run(() => call(...args)) : call;
    },
  });
}
