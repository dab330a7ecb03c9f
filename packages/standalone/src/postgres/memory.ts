// Memory settings of the server, as fractions of the memory of the machine or the limit of the control group.
import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** Cache of a small database. PostgreSQL occupies 20 MB for the management of each GiB of cache, used or not. */
const SMALL_CACHE_MIB = 1024;

/**
 * Returns the PostgreSQL settings for a database of this size, on a machine with this much memory. The cache is a
 * quarter of the memory, but not much larger than the database.
 */
export function toMemorySettings(databaseBytes: number, totalBytes = memoryBytes()): Record<string, string> {
  const useful = Math.max(SMALL_CACHE_MIB, Math.ceil((2 * databaseBytes) / MIB));
  const quarter = Math.floor(totalBytes / MIB / 4);
  const shared = Math.min(8192, useful, Math.max(128, quarter));
  return {
    shared_buffers: `${shared}MB`,
    // Size of the cache that the query planner assumes, including the kernel's page cache.
    effective_cache_size: `${Math.max(512, Math.floor(totalBytes / MIB / 2))}MB`,
    // Memory for building indexes.
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(quarter / 8)))}MB`,
  };
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
