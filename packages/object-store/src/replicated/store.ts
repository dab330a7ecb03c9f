// Object store with a copy of every object in each of several stores. writing.ts writes objects, reading.ts reads them,
// and catch-up.ts updates stores that missed writes or deletes.
import { addAbortSignal, Readable } from 'node:stream';
import { crc32 as crc32Of } from 'node:zlib';
import {
  BadKeyError,
  BadRangeError,
  NoSuchObjectError,
  ObjectStoreUnavailableError,
} from '../port/errors.ts';
import { checkObjectKey } from '../port/key.ts';
import type {
  BytesRange,
  CreateOptions,
  ListOptions,
  ObjectInfo,
  ObjectReadOptions,
  ObjectStore,
  ObjectWriter,
  StoreUsage,
  UnfinishedWrite,
} from '../port/port.ts';
import { checkBytesRange, checkRange, computeReadLength, MAX_READ_BYTES } from '../port/range.ts';
import { MAX_UNSUMMED_BYTES } from './block-sums.ts';
import type { CopyTask } from './catalogue.ts';
import type { CopySet } from './copy-set.ts';
import { CopyStream } from './copy-stream.ts';
import {
  type CopyFailure,
  chooseBestError,
  type IntactCopyResult,
  NoGoodCopyError,
  requestFromReadableStores,
} from './first-good.ts';
import { listCopies } from './listing.ts';
import type { CopySetMember } from './member.ts';
import { type ByteRangeChecksums, openSource, reportFaults, streamCopies, toBlocks } from './reading.ts';
import { findIntactRange } from './whole-range.ts';
import {
  acknowledgeWrite,
  canStoreObject,
  createUnwritableError,
  ReplicatedWriter,
  type StoreWriteOutcome,
} from './writing.ts';

export class ReplicatedStore implements ObjectStore {
  readonly type: ObjectStore['type'];
  readonly name: string;
  /** State, copies and tasks of the stores. */
  readonly copies: CopySet;

  constructor(copies: CopySet) {
    this.copies = copies;
    const plans = copies.members.map(({ plan }) => plan);
    this.type = plans[0]?.folder === undefined ? 'S3' : 'Posix';
    this.name = plans.map(({ storeName }) => storeName).join(', ');
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#checkKey(key);
    const { copies } = this;
    await copies.inTurn(key, async () => {
      await copies.awaken(copies.required, ({ isWritable }) => isWritable);
      const outcomes = await Promise.all(
        copies.members.map(async (member): Promise<StoreWriteOutcome> => {
          if (!canStoreObject(copies, member, key)) return { member, error: createUnwritableError(member) };
          try {
            await member.run('write', (store) => store.put(key, bytes));
            return { member };
          } catch (error) {
            return { member, error };
          }
        }),
      );
      await acknowledgeWrite(copies, { key, sizeBytes: bytes.length, crc32: crc32Of(bytes) }, outcomes);
    });
  }

  create(key: string, options: CreateOptions = {}): ObjectWriter {
    this.#checkKey(key);
    return new ReplicatedWriter(this.copies, key, options);
  }

  async read(key: string, options: ObjectReadOptions = {}): Promise<Readable> {
    this.#checkKey(key);
    const { offset = 0, length: wanted, signal, crc32 } = options;
    checkRange(key, offset, wanted);
    signal?.throwIfAborted();
    const length = wanted ?? computeReadLength(key, await this.#findSize(key), offset, undefined);
    const stream =
      length <= MAX_READ_BYTES
        ? toStream(await this.readBytes(key, { offset, length, ...(signal && { signal }), crc32 }))
        : await this.#stream(key, { offset, length, ...(signal && { signal }), crc32 });
    return signal ? addAbortSignal(signal, stream) : stream;
  }

  async readBytes(key: string, range: BytesRange): Promise<Buffer> {
    this.#checkKey(key);
    checkBytesRange(key, range.offset, range.length);
    range.signal?.throwIfAborted();
    await this.#awakenForReading();
    const { crc32 } = range;
    const isGood = crc32 === undefined ? range.isIntact : (bytes: Buffer) => crc32Of(bytes) === crc32;
    const request = {
      start: (member: CopySetMember) => member.run('read', (store) => store.readBytes(key, range)),
      ...(isGood && { isGood }),
    };
    try {
      return await this.#delivered(key, await requestFromReadableStores<Buffer>(this.copies, request));
    } catch (error) {
      if (!(error instanceof NoGoodCopyError)) throw error;
      return this.#onlyWrong<Buffer>(key, error.failures);
    }
  }

  fillAtOnce(key: string, offset: number, room: Buffer): boolean {
    const nearest = this.copies.readable()[0];
    if (nearest === undefined || nearest.health.isSlow) return false;
    return nearest.openStore?.fillAtOnce?.(key, offset, room) ?? false;
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    try {
      return await this.#statExisting(key);
    } catch (error) {
      if (error instanceof NoSuchObjectError) return undefined;
      throw error;
    }
  }

  async list(options: ListOptions): Promise<ObjectInfo[]> {
    await this.#awakenForReading();
    return listCopies(this.copies.members, this.copies.catalogue, options);
  }

  async delete(key: string): Promise<void> {
    this.#checkKey(key);
    await this.copies.inTurn(key, () => this.copies.deleteEverywhere(key));
  }

  async unfinished(limit = 1000): Promise<UnfinishedWrite[]> {
    const found = await this.copies.fromReadable(async (member) => {
      // Waits for the running probe, because the unfinished write of the probe must not be listed.
      await member.health.probed;
      return member.run('long', (store) => store.unfinished(limit));
    });
    return found
      .flatMap(({ member, answer }) =>
        answer.map((write) => ({ ...write, name: `${member.plan.name}/${write.name}` })),
      )
      .slice(0, limit);
  }

  async discardUnfinished(name: string): Promise<void> {
    const slash = name.indexOf('/');
    const member = this.copies.members.find(({ plan }) => plan.name === name.slice(0, slash));
    if (!member) throw new BadKeyError(name, 'it does not name an unfinished write');
    await member.run('long', (store) => store.discardUnfinished(name.slice(slash + 1)));
  }

  url(key: string): string {
    this.#checkKey(key);
    return this.copies.members[0]!.plan.url(key);
  }

  /** Returns the usage of the store with the least free space. */
  async usage(): Promise<StoreUsage> {
    const found = await this.copies.fromReadable((member) => member.run('long', (store) => store.usage()));
    const free = ({ answer }: { answer: StoreUsage }) => answer.availableBytes ?? Number.POSITIVE_INFINITY;
    return found.toSorted((a, b) => free(a) - free(b))[0]?.answer ?? {};
  }

  /** Resolves if at least one store can be read. */
  async check(): Promise<void> {
    await this.copies.awaken(Number.POSITIVE_INFINITY, () => true);
    if (this.copies.readable().length === 0) throw this.copies.whyUnreadable();
  }

  async shortcomings(): Promise<string[]> {
    const found = await this.copies.fromReadable((member) =>
      member.run('long', (store) => store.shortcomings()),
    );
    return found.flatMap(({ member, answer }) =>
      answer.map((sentence) => `${member.plan.name}: ${sentence}`),
    );
  }

  close(): Promise<void> {
    return this.copies.close();
  }

  #checkKey(key: string): void {
    checkObjectKey(key, Math.max(...this.copies.members.map(({ plan }) => plan.prefixBytes)));
  }

  async #awakenForReading(): Promise<void> {
    if (this.copies.readable().length === 0) await this.copies.awaken(1, ({ isReadable }) => isReadable);
  }

  /** Prefers the recorded size, because a copy may be truncated. */
  async #findSize(key: string): Promise<number> {
    return (await this.copies.sums(key))?.sizeBytes ?? (await this.#statExisting(key)).sizeBytes;
  }

  async #statExisting(key: string): Promise<ObjectInfo> {
    this.#checkKey(key);
    await this.#awakenForReading();
    const start = async (member: CopySetMember) => {
      const info = await member.run('read', (store) => store.stat(key));
      if (!info) throw new NoSuchObjectError(key);
      return info;
    };
    try {
      return await this.#delivered(key, await requestFromReadableStores(this.copies, { start }));
    } catch (error) {
      if (!(error instanceof NoGoodCopyError)) throw error;
      throw await this.#explain(key, error.failures);
    }
  }

  async #stream(
    key: string,
    { offset, length, signal, crc32 }: ObjectReadOptions & { offset: number; length: number },
  ): Promise<Readable> {
    await this.#awakenForReading();
    const { copies } = this;
    const known = await this.#knownSums(key, { offset, length, signal, crc32 });
    const [start, stop] = known ? toBlocks(known, offset, offset + length) : [offset, offset + length];
    try {
      const source = await openSource(copies, { key, offset: start, length: stop - start, signal });
      const bytes = streamCopies(copies, source, { key, offset, length, signal, known });
      return new CopyStream(this.#explainErrors(key, bytes), () => source.close());
    } catch (error) {
      if (!(error instanceof NoGoodCopyError)) throw error;
      throw await this.#explain(key, error.failures);
    }
  }

  async *#explainErrors(key: string, bytes: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
    try {
      yield* bytes;
    } catch (error) {
      throw error instanceof NoGoodCopyError ? await this.#explain(key, error.failures) : error;
    }
  }

  /**
   * Returns the block checksums of a large object, from the catalogue or computed from a copy with the right CRC-32.
   */
  async #knownSums(
    key: string,
    range: { offset: number; length: number; signal?: AbortSignal | undefined; crc32?: number | undefined },
  ): Promise<ByteRangeChecksums | undefined> {
    const sums = await this.copies.sums(key);
    if (sums) {
      computeReadLength(key, sums.sizeBytes, range.offset, range.length);
      return { base: 0, sums };
    }
    if (range.crc32 === undefined || range.length < MAX_UNSUMMED_BYTES) return undefined;
    return findIntactRange(this.copies, { key, ...range, crc32: range.crc32 });
  }

  /**
   * Returns the result of a store. Throws NoSuchObjectError if the object was deleted, but its deletion is still queued
   * for this store.
   */
  async #delivered<T>(key: string, { answer, member, failures }: IntactCopyResult<T>): Promise<T> {
    if (failures.length === 0) return answer;
    if (failures.some(({ error }) => error instanceof NoSuchObjectError)) {
      const tasks = await this.copies.catalogue.tasksOf(key).catch((): CopyTask[] => []);
      const isDeleted = ({ storeId, kind }: CopyTask) => kind === 'delete' && storeId === member.record?.id;
      if (tasks.some(isDeleted)) throw new NoSuchObjectError(key);
    }
    reportFaults(this.copies, key, failures);
    return answer;
  }

  /**
   * Handles the case that every response contained wrong bytes. Returns wrong bytes, so that the caller detects the
   * damage. Throws if an unavailable store may have an intact copy.
   */
  async #onlyWrong<T>(key: string, failures: readonly CopyFailure<T>[]): Promise<T> {
    const wrong = failures.find(({ answer }) => answer !== undefined);
    const isAway = ({ error }: CopyFailure<T>) => error instanceof ObjectStoreUnavailableError;
    if (wrong?.answer === undefined) throw await this.#explain(key, failures);
    if (failures.some(isAway) || this.copies.readable().length < this.copies.members.length) {
      throw new ObjectStoreUnavailableError('all copies that can be reached are damaged');
    }
    reportFaults(this.copies, key, failures);
    return wrong.answer;
  }

  /**
   * Returns NoSuchObjectError if the object is certainly in no store, including unavailable stores. Otherwise returns
   * ObjectStoreUnavailableError or the error of a store.
   */
  async #explain<T>(key: string, failures: readonly CopyFailure<T>[]): Promise<Error> {
    const missing = failures.filter(({ error }) => error instanceof NoSuchObjectError);
    const badRange = failures.find(({ error }) => error instanceof BadRangeError);
    if (badRange) return badRange.error as Error;
    if (missing.length === 0)
      return failures.length > 0 ? chooseBestError(failures) : this.copies.whyUnreadable();
    if (missing.length === this.copies.members.length) return new NoSuchObjectError(key);
    const tasks = await this.copies.catalogue.tasksOf(key).catch(() => undefined);
    const isSure = ({ member: { record } }: CopyFailure<T>) =>
      record?.state === 'complete' &&
      tasks?.every(({ storeId, kind }) => storeId !== record.id || kind === 'delete') === true;
    if (missing.some(isSure)) return new NoSuchObjectError(key);
    return new ObjectStoreUnavailableError('a store that is unavailable may have the object');
  }
}

function toStream(bytes: Buffer): Readable {
  return Readable.from(bytes.length > 0 ? [bytes] : [], { objectMode: false });
}
