// Creates the orphans of a crashed import in a store whose objects are files (of a folder or of the S3 test server):
// objects without records in the index. They are copies of other objects, under new names with an old timestamp.
import { randomUUID } from 'node:crypto';
import { copyFile, readdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const longAgo = new Date('2024-02-29T12:00:00Z');

export interface OrphanObjects {
  /** Creates `count` more orphans. */
  leave(count: number): Promise<void>;
  /** Returns the number of remaining orphans. */
  left(): Promise<number>;
}

/** Prepares orphans in a store. `objects`: folder with all objects of the store. */
export function openOrphanObjects(objects: string): OrphanObjects {
  const made: string[] = [];
  const isThere = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  return {
    leave: async (count) => {
      const files = await filesIn(join(objects, 'ns'));
      const originals = files.filter((file) => !made.includes(file) && /\.warc\.gz$/.test(basename(file)));
      for (let i = 0; i < count; i++) {
        const path = join(dirname(originals[i % originals.length]!), `${oldId()}.warc.gz`);
        // A compaction may be merging the original at this moment.
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

/** Returns a version 7 uuid for that time. */
function oldId(): string {
  const time = longAgo.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
