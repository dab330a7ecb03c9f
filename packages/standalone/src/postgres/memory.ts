// What memory the server takes: its own cache is a share of the machine's, or of what its control group may use. It is taken
// as it is needed.
import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** Settings of PostgreSQL for this much memory. */
export function memorySettings(totalBytes = memoryBytes()): Record<string, string> {
  const shared = Math.min(8192, Math.max(128, Math.floor(totalBytes / MIB / 4)));
  return {
    shared_buffers: `${shared}MB`,
    // What the planner believes to be cached, by the kernel, too.
    effective_cache_size: `${Math.max(512, Math.floor(totalBytes / MIB / 2))}MB`,
    // For building indexes.
    maintenance_work_mem: `${Math.min(512, Math.max(64, Math.floor(shared / 8)))}MB`,
  };
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
