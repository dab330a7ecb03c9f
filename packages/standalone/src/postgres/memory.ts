// Memory settings of the server, as fractions of the memory of the machine or the limit of the control group.
import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** Returns the PostgreSQL settings for a machine with this much memory. */
export function toMemorySettings(totalBytes = memoryBytes()): Record<string, string> {
  const shared = Math.min(8192, Math.max(128, Math.floor(totalBytes / MIB / 4)));
  return {
    shared_buffers: `${shared}MB`,
    // Size of the cache that the query planner assumes, including the kernel's page cache.
    effective_cache_size: `${Math.max(512, Math.floor(totalBytes / MIB / 2))}MB`,
    // Memory for building indexes.
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(shared / 8)))}MB`,
  };
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
