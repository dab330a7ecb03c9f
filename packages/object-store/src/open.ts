// Opens the object store that the settings describe.
import { countFileThreads } from './env.ts';
import { DiskGate } from './fs/gate.ts';
import { openFsStore } from './fs/store.ts';
import { encodeKeyForUrl } from './port/key.ts';
import type { ObjectStore, StoreHooks } from './port/port.ts';
import {
  formatLocation,
  type NamedStoreSettings,
  type ObjectStoreSettings,
  type SingleStoreSettings,
  type StoreSetSettings,
} from './port/settings.ts';
import { CopySet, type CopySetOptions } from './replicated/copy-set.ts';
import type { MemberPlan } from './replicated/member.ts';
import { ReplicatedStore } from './replicated/store.ts';

/** Dependencies of a replicated store: its catalogue and callbacks. */
export type CopyDeps = Omit<CopySetOptions, 'plans' | 'required'>;

/**
 * Opens one store or several. A store in a file system creates its folder if necessary, and rejects with
 * ObjectStoreUnavailableError if the folder cannot be used. An S3 store sends no request when it is opened, because a
 * service may start before its S3 server; `check()` tests the connection.
 */
export async function openObjectStore(
  settings: ObjectStoreSettings,
  hooks: StoreHooks = {},
  copies?: CopyDeps,
): Promise<ObjectStore> {
  if (settings.kind !== 'several') return openSingleStore(settings, hooks);
  if (!copies) throw new Error('several stores need a catalogue of their copies');
  return openReplicatedStore(settings, copies, hooks);
}

/** Opens a store in order to check it. Neither creates a missing folder nor aborts unfinished uploads. */
export async function openExistingStore(
  settings: ObjectStoreSettings,
  copies: CopyDeps,
): Promise<ObjectStore> {
  const options = { mustExist: true, keepsUploads: true };
  if (settings.kind === 'several') return openReplicatedStore(settings, copies, {}, options);
  return openSingleStore(settings, {}, options);
}

/** Opens several stores as one replicated store. A store that cannot be reached now is opened later. */
export async function openReplicatedStore(
  { stores, copiesRequired }: StoreSetSettings,
  copies: CopyDeps,
  hooks: StoreHooks = {},
  options: Pick<OpenOptions, 'keepsUploads'> = {},
): Promise<ReplicatedStore> {
  const folders = stores.filter(({ store }) => store.kind === 'fs').length;
  const operations = Math.max(1, Math.floor(countFileThreads() / Math.max(2, folders)));
  const plans = stores.map((named) => planStore(named, operations, hooks, options));
  const set = new CopySet({ ...copies, plans, required: copiesRequired });
  await Promise.all(set.members.map((member) => member.health.probeNow()));
  return new ReplicatedStore(set);
}

function planStore(
  { name, role, store }: NamedStoreSettings,
  operations: number,
  hooks: StoreHooks,
  options: OpenOptions,
): MemberPlan {
  const gate = store.kind === 'fs' ? new DiskGate(operations) : undefined;
  const base = store.kind === 'fs' ? 'file:///' : `s3://${store.bucket}/${encodeKeyForUrl(store.prefix)}`;
  return {
    name,
    role,
    location: formatLocation(store),
    storeName:
      store.kind === 'fs'
        ? 'fs'
        : `s3:${store.bucket}${store.prefix === '' ? '' : `/${store.prefix.slice(0, -1)}`}`,
    folder: store.kind === 'fs' ? store.folder : undefined,
    prefixBytes: store.kind === 'fs' ? 0 : Buffer.byteLength(store.prefix),
    url: (key) => `${base}${encodeKeyForUrl(key)}`,
    open: (mustExist) => openSingleStore(store, hooks, { ...options, gate, mustExist }),
    giveUp: (error) => gate?.rejectWaiting(error),
  };
}

interface OpenOptions {
  readonly gate?: DiskGate | undefined;
  readonly mustExist?: boolean;
  /** True if unfinished uploads in the bucket must not be aborted. */
  readonly keepsUploads?: boolean;
}

async function openSingleStore(
  settings: SingleStoreSettings,
  hooks: StoreHooks,
  { keepsUploads = false, ...options }: OpenOptions = {},
): Promise<ObjectStore> {
  if (settings.kind === 'fs') return openFsStore({ folder: settings.folder, ...options }, hooks);
  // Loads the S3 client on demand. Otherwise, it would take most of the memory of a service that does not use S3.
  const { openS3Store } = await import('./s3/store.ts').catch(throwMissingClient);
  return openS3Store(settings, hooks, { keepsUploads });
}

function throwMissingClient(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'the S3 client is not installed: npm start and ./holdfast install it if OBJECT_STORE begins with s3:, and npm run ' +
      'build always installs it',
    { cause: error },
  );
}
