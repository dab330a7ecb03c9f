// Memory settings of the server, as fractions of the memory of the machine or of its control group's limit.
import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** Cache for a small database. For each GiB of cache, used or not, PostgreSQL needs 20 MB to manage it. */
const SMALL_CACHE_MIB = 1024;

/**
 * Returns the PostgreSQL settings for a database and a machine of these sizes. The cache is a quarter of the memory,
 * but not much larger than the database.
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
