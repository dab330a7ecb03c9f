// Object store that accesses the copies in one store of a replicated store, through its circuit breaker. Used to
// compare and repair copies.
import type { Readable } from 'node:stream';
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
import type { ObjectVersions } from '../port/versions.ts';
import { isStoreOwnKey, STORE_OWN_PREFIX } from './identity.ts';
import type { CopySetMember } from './member.ts';

export class MemberStore implements ObjectStore {
  readonly type: ObjectStore['type'];
  readonly name: string;
  readonly #member: CopySetMember;

  constructor(member: CopySetMember) {
    this.#member = member;
    this.type = member.plan.folder === undefined ? 'S3' : 'Posix';
    this.name = member.plan.name;
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#member.run('write', (store) => store.put(key, bytes));
  }

  create(key: string, options?: CreateOptions): ObjectWriter {
    const member = this.#member;
    let opened: ObjectWriter | undefined;
    const writer = async () => {
      opened ??= await member.run('write', async (store) => store.create(key, options));
      return opened;
    };
    return {
      write: async (chunk) => {
        const to = await writer();
        await member.run('write', () => to.write(chunk));
      },
      close: async () => {
        const to = await writer();
        return member.run('write', () => to.close());
      },
      abort: async () => {
        if (member.isReadable) await opened?.abort();
        else void opened?.abort();
      },
    };
  }

  read(key: string, options?: ObjectReadOptions): Promise<Readable> {
    return this.#member.run(
      'read',
      (store) => store.read(key, options),
      (late) => late.destroy(),
    );
  }

  readBytes(key: string, range: BytesRange): Promise<Buffer> {
    return this.#member.run('read', (store) => store.readBytes(key, range));
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return this.#member.run('read', (store) => store.stat(key));
  }

  async list(options: ListOptions): Promise<ObjectInfo[]> {
    const { prefix = '', after = '' } = options;
    const skipsOwn = STORE_OWN_PREFIX.startsWith(prefix) || prefix.startsWith(STORE_OWN_PREFIX);
    const page = await this.#member.run('long', (store) => store.list(options));
    if (!skipsOwn) return page;
    const objects = page.filter(({ key }) => !isStoreOwnKey(key));
    const last = page.at(-1)?.key;
    // Requests more objects if filtering made the page too short, because callers treat a short page as the last page.
    if (objects.length === page.length || last === undefined || last <= after) return objects;
    const rest = (options.limit ?? 1000) - objects.length;
    return [...objects, ...(await this.list({ ...options, after: last, limit: rest }))];
  }

  get versions(): ObjectVersions | undefined {
    if (this.type !== 'S3') return undefined;
    const run = <T>(work: (versions: ObjectVersions) => Promise<T>) =>
      this.#member.run('long', (store) => work(store.versions!));
    return {
      features: () => run((versions) => versions.features()),
      list: (prefix, after, limit) => run((versions) => versions.list(prefix, after, limit)),
      erase: (key) => run((versions) => versions.erase(key)),
      setLegalHold: (key, isOn) => run((versions) => versions.setLegalHold(key, isOn)),
    };
  }

  delete(key: string): Promise<void> {
    return this.#member.run('write', (store) => store.delete(key));
  }

  unfinished(limit?: number): Promise<UnfinishedWrite[]> {
    return this.#member.run('long', (store) => store.unfinished(limit));
  }

  discardUnfinished(name: string): Promise<void> {
    return this.#member.run('long', (store) => store.discardUnfinished(name));
  }

  url(key: string): string {
    return this.#member.plan.url(key);
  }

  usage(): Promise<StoreUsage> {
    return this.#member.run('long', (store) => store.usage());
  }

  check(): Promise<void> {
    return this.#member.run('long', (store) => store.check());
  }

  shortcomings(): Promise<string[]> {
    return this.#member.run('long', (store) => store.shortcomings());
  }

  /** Does nothing: the replicated store closes its stores. */
  async close(): Promise<void> {}
}
