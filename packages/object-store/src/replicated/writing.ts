// Writes one object to all stores in parallel. Acknowledges the write when all working stores, and at least the
// required number, have the object. Before that, records a task for each store that lacks it.
import { BadKeyError, ObjectExistsError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { CreateOptions, ObjectWriter } from '../port/port.ts';
import { BlockChecksummer, MAX_UNSUMMED_BYTES } from './block-sums.ts';
import type { CopyCatalogue } from './catalogue.ts';
import { chooseBestError } from './first-good.ts';
import type { CopySetMember } from './member.ts';

export interface WritingDeps {
  readonly catalogue: CopyCatalogue;
  readonly required: number;
  readonly members: readonly CopySetMember[];
  /** Returns whether the object was deleted but this store may still contain it. */
  isDeletedIn(key: string, member: CopySetMember): boolean;
  /** Called when tasks have been added. */
  onTasks(): void;
  /** Probes the stores if fewer than `count` are usable. */
  awaken(count: number, isFit: (member: CopySetMember) => boolean): Promise<void>;
  /** Runs `work` after this process's earlier writes to the same key. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface StoreWriteOutcome {
  readonly member: CopySetMember;
  /** Undefined if the store has stored the object durably. */
  readonly error?: unknown;
}

export interface ReplicatedObjectInfo {
  readonly key: string;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** Decides from the outcomes of all stores whether to acknowledge a write. If not, removes its copies and rejects. */
export async function acknowledgeWrite(
  deps: WritingDeps,
  object: ReplicatedObjectInfo,
  outcomes: readonly StoreWriteOutcome[],
): Promise<void> {
  const { key } = object;
  const stored = outcomes.filter(({ error }) => error === undefined).map(({ member }) => member);
  const failed = outcomes.filter(({ error }) => error !== undefined);
  const refused = failed.find(
    ({ error }) => error instanceof BadKeyError || error instanceof ObjectExistsError,
  );
  try {
    if (refused) throw refused.error;
    if (stored.length < deps.required) throw createTooFewCopiesError(deps, stored.length, failed);
    if (failed.length > 0) {
      // Retiring stores do not need the object.
      const missing = failed.flatMap(({ member: { record } }) =>
        record && record.state !== 'retiring' ? [record.id] : [],
      );
      await recordMissingCopies(deps, object, missing);
    }
  } catch (error) {
    await removeUnacknowledged(deps, key, stored);
    throw error;
  }
}

function createTooFewCopiesError(
  { required }: WritingDeps,
  stored: number,
  failed: readonly StoreWriteOutcome[],
): ObjectStoreUnavailableError {
  const { message } = chooseBestError(failed);
  return new ObjectStoreUnavailableError(
    `${stored} of ${required} required copies could be written`,
    new Error(message, { cause: chooseBestError(failed) }),
  );
}

async function recordMissingCopies(
  deps: WritingDeps,
  object: ReplicatedObjectInfo,
  storeIds: readonly string[],
) {
  const { key, sizeBytes, crc32 } = object;
  try {
    await deps.catalogue.addCopies(
      storeIds.map((storeId) => ({ key, storeId, kind: 'copy' as const, sizeBytes, crc32 })),
    );
  } catch (error) {
    throw new ObjectStoreUnavailableError('recording which copies are missing', error);
  }
  deps.onTasks();
}

/**
 * Removes an object that was not acknowledged. Records a delete task for each store that cannot remove it now. If even
 * that fails, the sweep removes the object later.
 */
async function removeUnacknowledged(
  deps: WritingDeps,
  key: string,
  members: readonly CopySetMember[],
): Promise<void> {
  const left: string[] = [];
  for (const member of members) {
    try {
      await member.run('write', (store) => store.delete(key));
    } catch {
      if (member.record) left.push(member.record.id);
    }
  }
  if (left.length === 0) return;
  await deps.catalogue.beginDelete(key, left).catch(() => undefined);
  deps.onTasks();
}

interface Lane {
  readonly member: CopySetMember;
  readonly writer: ObjectWriter;
  error?: unknown;
}

export class ReplicatedWriter implements ObjectWriter {
  readonly #deps: WritingDeps;
  readonly #key: string;
  readonly #lanes: Lane[] = [];
  /** Stores that do not get this object. */
  readonly #skipped: StoreWriteOutcome[] = [];
  readonly #sums = new BlockChecksummer();
  readonly #options: CreateOptions;
  #opening: Promise<void> | undefined;
  #writing = false;
  #failed: Error | undefined;
  #closing: Promise<{ sizeBytes: number }> | undefined;
  #aborting: Promise<void> | undefined;

  constructor(deps: WritingDeps, key: string, options: CreateOptions = {}) {
    this.#deps = deps;
    this.#key = key;
    this.#options = options;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#writing) throw new Error('write() was called before the previous write() resolved');
    if (this.#closing) throw new Error('write() was called after close()');
    if (this.#aborting) throw new Error('write() was called after abort()');
    if (this.#failed) throw this.#failed;
    this.#writing = true;
    try {
      this.#sums.add(chunk);
      await this.#open();
      await Promise.all(
        this.#listWorkingLanes().map((lane) => this.#runInLane(lane, (writer) => writer.write(chunk))),
      );
      if (this.#listWorkingLanes().length < this.#deps.required) {
        const failed = [...this.#skipped, ...this.#lanes.filter(({ error }) => error !== undefined)];
        this.#failed = createTooFewCopiesError(this.#deps, this.#listWorkingLanes().length, failed);
        throw this.#failed;
      }
    } finally {
      this.#writing = false;
    }
  }

  close(): Promise<{ sizeBytes: number }> {
    if (this.#aborting) return Promise.reject(new Error('close() was called after abort()'));
    if (this.#writing) return Promise.reject(new Error('close() was called before write() resolved'));
    this.#closing ??= this.#deps.inTurn(this.#key, () => this.#publish());
    return this.#closing;
  }

  async abort(): Promise<void> {
    if (this.#closing) {
      await this.#closing.catch(() => undefined);
      return;
    }
    this.#aborting ??= (async () => {
      await this.#opening;
      await this.#discard(this.#lanes);
    })();
    await this.#aborting;
  }

  async #publish(): Promise<{ sizeBytes: number }> {
    await this.#open();
    const alive = this.#listWorkingLanes();
    if (alive.length < this.#deps.required) {
      await this.#discard(this.#lanes);
      throw (
        this.#failed ??
        createTooFewCopiesError(this.#deps, alive.length, [
          ...this.#skipped,
          ...this.#lanes.filter(({ error }) => error),
        ])
      );
    }
    const sums = this.#sums.finish();
    await Promise.all(alive.map((lane) => this.#runInLane(lane, (writer) => writer.close())));
    const outcomes = [...this.#lanes.map(({ member, error }) => ({ member, error })), ...this.#skipped];
    await acknowledgeWrite(
      this.#deps,
      { key: this.#key, sizeBytes: sums.sizeBytes, crc32: sums.crc32 },
      outcomes,
    );
    // Saves the checksums after the object is durable. Until then, whole-range.ts verifies streams of the object.
    if (sums.sizeBytes > MAX_UNSUMMED_BYTES) {
      await this.#deps.catalogue.saveSums(this.#key, sums).catch(() => undefined);
    }
    return { sizeBytes: sums.sizeBytes };
  }

  /** Opens a writer in every store that can be written to. */
  #open(): Promise<void> {
    this.#opening ??= (async () => {
      const { deps, key } = { deps: this.#deps, key: this.#key };
      await deps.awaken(deps.required, ({ isWritable }) => isWritable);
      for (const member of deps.members) {
        const store = canStoreObject(deps, member, key) ? member.openStore : undefined;
        if (store) this.#lanes.push({ member, writer: store.create(key, this.#options) });
        else this.#skipped.push({ member, error: createUnwritableError(member) });
      }
    })();
    return this.#opening;
  }

  #listWorkingLanes(): Lane[] {
    return this.#lanes.filter(({ error }) => error === undefined);
  }

  /**
   * Writes to one store. Does not reject. A store that fails, or whose circuit breaker opens, gets no further bytes.
   */
  async #runInLane(lane: Lane, work: (writer: ObjectWriter) => Promise<unknown>): Promise<void> {
    try {
      let isLate = false;
      await lane.member
        .run(
          'write',
          async () => {
            await work(lane.writer);
            if (isLate) await this.#removeLate(lane.member);
          },
          undefined,
        )
        .catch((error) => {
          isLate = true;
          throw error;
        });
    } catch (error) {
      lane.error = error;
      // Does not wait, because a hanging store would delay the others.
      void lane.writer.abort();
    }
  }

  /**
   * Removes the object from a store that finished only after its write had been counted as failed. Keeps the object if
   * another store may have it.
   */
  async #removeLate(late: CopySetMember): Promise<void> {
    if (!this.#closing) return;
    const others = this.#deps.members.filter((member) => member !== late);
    const found = await Promise.allSettled(
      others.map((member) => member.run('read', (store) => store.stat(this.#key))),
    );
    const isNowhere = found.every((one) => one.status === 'fulfilled' && one.value === undefined);
    if (isNowhere) await late.use((store) => store.delete(this.#key)).catch(() => undefined);
  }

  /** Waits only for working stores, because a hanging store may never respond. */
  async #discard(lanes: readonly Lane[]): Promise<void> {
    await Promise.all(
      lanes.map((lane) => {
        const aborting = lane.writer.abort();
        return lane.member.isReadable ? aborting : undefined;
      }),
    );
  }
}

export function canStoreObject(deps: WritingDeps, member: CopySetMember, key: string): boolean {
  return member.isWritable && !deps.isDeletedIn(key, member);
}

export function createUnwritableError({ plan, health, record }: CopySetMember): ObjectStoreUnavailableError {
  const reason =
    health.writeBlocked ??
    (record?.state === 'retiring' ? 'it is being retired' : undefined) ??
    (record ? 'an object with this key has not been deleted yet' : 'it is not identified yet');
  return new ObjectStoreUnavailableError(`${plan.name}: ${reason}`);
}
