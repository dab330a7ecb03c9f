// Test helper: several folders as one replicated store. Each folder can be made to hang, fail or refuse writes.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { openFsStore } from '../../src/fs/store.ts';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import { encodeKeyForUrl } from '../../src/port/key.ts';
import type { ObjectStore } from '../../src/port/port.ts';
import { type CatchUpDeps, fillStore, runCopyTasks } from '../../src/replicated/catch-up.ts';
import { CopySet } from '../../src/replicated/copy-set.ts';
import { MemoryCatalogue } from '../../src/replicated/memory-catalogue.ts';
import { ReplicatedStore } from '../../src/replicated/store.ts';

type Fault = 'none' | 'hangs' | 'fails' | 'read-only';

export interface TestCopies {
  readonly store: ReplicatedStore;
  readonly copies: CopySet;
  readonly catalogue: MemoryCatalogue;
  /** Path of the folder of store `index`, starting at 0. */
  folder(index: number): string;
  /** Path of an object whose key needs no escaping. */
  path(index: number, key: string): string;
  /** Returns the operations on a store since the previous call of this method. */
  used(index: number): string[];
  set(index: number, fault: Fault): void;
  /** Waits until the circuit breakers have detected the current faults. */
  probe(): Promise<void>;
  /** Runs all due copy tasks, and copies missing objects to new and emptied stores. */
  catchUp(deps?: Partial<CatchUpDeps>): Promise<void>;
  close(): Promise<void>;
}

const WRITES = ['put', 'create', 'delete'];

export async function openTestCopies(count: number, required = 1): Promise<TestCopies> {
  const root = await createTemporaryFolder();
  const folder = (index: number) => join(root, `disk${index}`, 'store');
  const faults: Fault[] = Array.from({ length: count }, () => 'none');
  const used: string[][] = Array.from({ length: count }, () => []);
  const catalogue = new MemoryCatalogue();
  const plans = await Promise.all(
    faults.map(async (_, index) => {
      await mkdir(join(root, `disk${index}`));
      return {
        name: `s${index}`,
        role: 'primary' as const,
        location: `fs:${folder(index)}`,
        storeName: 'fs',
        folder: folder(index),
        prefixBytes: 0,
        url: (key: string) => `file:///${encodeKeyForUrl(key)}`,
        open: async () =>
          breakable(await openFsStore({ folder: folder(index) }), (operation) => {
            used[index]!.push(operation);
            return faults[index]!;
          }),
        giveUp: () => undefined,
      };
    }),
  );
  const copies = new CopySet({ plans, required, catalogue });
  await copies.prepare();
  const signal = new AbortController().signal;
  for (const member of copies.members) await fillStore(copies, member, signal);
  return {
    store: new ReplicatedStore(copies),
    copies,
    catalogue,
    folder,
    path: (index, key) => join(folder(index), 'objects', key),
    used: (index) => used[index]!.splice(0),
    set: (index, fault) => {
      faults[index] = fault;
    },
    probe: async () => {
      await Promise.all(copies.members.map((member) => member.health.probeNow()));
    },
    catchUp: async (deps = {}) => {
      await copies.refresh();
      for (const member of copies.members) await fillStore(copies, member, signal).catch(() => undefined);
      while ((await runCopyTasks({ copies, ...deps }, signal)) > 0);
    },
    close: async () => {
      await copies.close();
      await rm(root, { recursive: true });
    },
  };
}

/** Removes everything in a folder. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

/** Renames a folder, so that its store looks like a file system that is not mounted. */
export async function unmount(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.away`);
  return () => rename(`${folder}.away`, folder);
}

function breakable(store: ObjectStore, begin: (operation: string) => Fault): ObjectStore {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function' || ['url', 'close', 'fillAtOnce'].includes(String(name))) {
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return (...args: unknown[]) => {
        const fault = begin(`${String(name)} ${typeof args[0] === 'string' ? args[0] : ''}`.trim());
        const isRefused = fault === 'fails' || (fault === 'read-only' && WRITES.includes(String(name)));
        if (name === 'create')
          return breakableWriter(target.create(...(args as ['key'])), () => begin('write'));
        if (fault === 'hangs') return new Promise(() => undefined);
        if (isRefused) return Promise.reject(new ObjectStoreUnavailableError(`${String(name)} on purpose`));
        return Reflect.apply(member, target, args);
      };
    },
  });
}

function breakableWriter(
  writer: ReturnType<ObjectStore['create']>,
  begin: () => Fault,
): ReturnType<ObjectStore['create']> {
  const guard = <T>(work: () => Promise<T>): Promise<T> => {
    const fault = begin();
    if (fault === 'hangs') return new Promise(() => undefined);
    if (fault !== 'none') return Promise.reject(new ObjectStoreUnavailableError('writing on purpose'));
    return work();
  };
  return {
    write: (chunk) => guard(() => writer.write(chunk)),
    close: () => guard(() => writer.close()),
    abort: () => writer.abort(),
  };
}
