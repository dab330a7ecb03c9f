// What a crashed import leaves in a store whose objects are files (a folder's, or the S3 test server's): objects that nobody recorded, here copies of others under names of
// their own, made long ago.
import { randomUUID } from 'node:crypto';
import { copyFile, readdir, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const longAgo = new Date('2024-02-29T12:00:00Z');

export interface OrphanObjects {
  /** Makes so many more. */
  leave(count: number): Promise<void>;
  /** How many are left. */
  left(): Promise<number>;
}

/** `objects`: the folder of all objects. */
export function orphansIn(objects: string): OrphanObjects {
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
        // It may be merged into another at this moment.
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

/** A uuid of version 7 of that time. */
function oldId(): string {
  const time = longAgo.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
