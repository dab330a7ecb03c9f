// The object store: WARC bytes under keys, on a file system or any S3 server, behind one port.
export {
  BadKeyError,
  BadRangeError,
  NoSuchObjectError,
  ObjectExistsError,
  ObjectStoreUnavailableError,
} from './errors.ts';
export { openObjectStore } from './open.ts';
export type {
  BytesRange,
  LateEnding,
  LateWriter,
  ListOptions,
  ObjectInfo,
  ObjectStore,
  ObjectWriter,
  ReadOptions,
  StoreHooks,
  StoreUsage,
  UnfinishedWrite,
} from './port.ts';
export type { ObjectStoreSettings, S3Options } from './settings.ts';
export { parseObjectStore } from './settings.ts';
export { objectStoreSpec } from './settings-spec.ts';
