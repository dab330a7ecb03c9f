// Stores WARC bytes under keys, on a file system or an S3 server, behind one interface.

export { openObjectStore } from './open.ts';
export {
  BadKeyError,
  BadRangeError,
  NoSuchObjectError,
  ObjectExistsError,
  ObjectStoreUnavailableError,
} from './port/errors.ts';
export { BufferPool } from './port/pool.ts';
export type {
  BytesRange,
  ListOptions,
  ObjectInfo,
  ObjectReadOptions,
  ObjectStore,
  ObjectWriter,
  StoreHooks,
  StoreUsage,
  UnfinishedWrite,
} from './port/port.ts';
export type { ObjectStoreSettings, S3Options } from './port/settings.ts';
export { parseObjectStore } from './port/settings.ts';
export { objectStoreSpec } from './port/settings-spec.ts';
