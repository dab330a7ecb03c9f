// Creates orphaned objects, as left by a crashed import: objects that the index does not refer to. They are copies of
// other objects, with new names and old timestamps. The store must be a folder, or a bucket of the S3 test server.
import { randomUUID } from 'node:crypto';
import { copyFile, readdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const longAgo = new Date('2024-02-29T12:00:00Z');

export interface OrphanObjects {
  /** Creates `count` more orphaned objects. */
  leave(count: number): Promise<void>;
  /** Returns the number of orphaned objects that still exist. */
  left(): Promise<number>;
}

/** Returns functions that create and count orphaned objects. `objects`: folder that contains the store's objects. */
export function openOrphanObjects(objects: string): OrphanObjects {
  const made: string[] = [];
  const isThere = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  return {
    leave: async (count) => {
      const files = await listFilePaths(join(objects, 'ns'));
      const originals = files.filter((file) => !made.includes(file) && /\.warc\.gz$/.test(basename(file)));
      for (let i = 0; i < count; i++) {
        const path = join(dirname(originals[i % originals.length]!), `${makeOldUuid()}.warc.gz`);
        // Copying fails if a compaction is merging the original at this moment.
        const copied = await copyFile(originals[i % originals.length]!, path).then(
          () => true,
          () => false,
        );
        if (!copied) continue;
        await utimes(path, longAgo, longAgo);
        made.push(path);
      }
    },
    left: async () => {
      const there = await Promise.all(made.map(isThere));
      return there.filter(Boolean).length;
    },
  };
}

/** Returns a UUID version 7 with an old timestamp. */
function makeOldUuid(): string {
  const time = longAgo.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

async function listFilePaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
