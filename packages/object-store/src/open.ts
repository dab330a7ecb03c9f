// Opens the object store that the settings describe. Only this file knows both kinds.
import { openFsStore } from './fs/store.ts';
import type { ObjectStore, StoreHooks } from './port/port.ts';
import type { ObjectStoreSettings } from './port/settings.ts';

/**
 * Opens the store. `fs` creates its folder if necessary and rejects ObjectStoreUnavailableError if it cannot be used.
 * `s3` opens without a request, so that a service can start before its store; `check()` tests the connection.
 */
export async function openObjectStore(
  settings: ObjectStoreSettings,
  hooks: StoreHooks = {},
): Promise<ObjectStore> {
  if (settings.kind === 'fs') return openFsStore({ folder: settings.folder }, hooks);
  // Loaded on demand: without S3, the client would be most of the memory of a service.
  const { openS3Store } = await import('./s3/store.ts').catch(refuseMissing);
  return openS3Store(settings, hooks);
}

function refuseMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'the S3 client is not installed: npm start and ./holdfast bring it when OBJECT_STORE begins with s3: for them, ' +
      'and npm run build brings all there is',
    { cause: error },
  );
}
