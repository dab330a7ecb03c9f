// Damages the files of a store: flips bits, truncates and deletes objects. Finds the damaged artifacts by comparing
// their bytes with the originals.
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '../support/seeded.ts';
import type { StoredRotArtifact } from './stored.ts';

export interface DamageCounts {
  flips: number;
  truncations: number;
  deletions: number;
}

/** Undamaged objects by key. */
export type OriginalObjects = ReadonlyMap<string, Buffer>;

export async function readObjects(
  folder: string,
  artifacts: readonly StoredRotArtifact[],
): Promise<OriginalObjects> {
  const keys = new Set(artifacts.flatMap(({ places }) => places.map(({ key }) => key)));
  const objects = new Map<string, Buffer>();
  for (const key of keys) objects.set(key, await readFile(pathOf(folder, key)));
  return objects;
}

/** Damages random objects at random bytes. Of 16 events, 13 are bit flips, 2 are truncations and 1 is a deletion. */
export async function damageObjects(
  folder: string,
  objects: OriginalObjects,
  random: SeededRandom,
  events: number,
): Promise<DamageCounts> {
  const done: DamageCounts = { flips: 0, truncations: 0, deletions: 0 };
  const gone = new Set<string>();
  const keys = [...objects.keys()].sort();
  for (let event = 0; event < events; event++) {
    const key = random.pick(keys.filter((one) => !gone.has(one)));
    const path = pathOf(folder, key);
    if (event % 16 === 8) {
      await rm(path);
      gone.add(key);
      done.deletions += 1;
    } else if (event % 8 === 3) {
      const { length } = await readFile(path);
      await truncate(path, random.below(length));
      done.truncations += 1;
    } else {
      await flip(path, random);
      done.flips += 1;
    }
  }
  return done;
}

async function flip(path: string, random: SeededRandom): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length === 0) return;
  const at = random.below(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << random.below(8));
  await writeFile(path, bytes);
}

/** Returns the UUIDs of artifacts whose stored bytes have changed. */
export async function findDamagedArtifacts(
  folder: string,
  before: OriginalObjects,
  artifacts: readonly StoredRotArtifact[],
): Promise<Set<string>> {
  const now = new Map<string, Buffer>();
  for (const key of before.keys()) {
    now.set(key, await readFile(pathOf(folder, key)).catch(() => Buffer.alloc(0)));
  }
  const isDamaged = ({ places }: StoredRotArtifact) =>
    places.some(({ key, offset, length }) => {
      const [was, is] = [before, now].map((objects) => objects.get(key)!.subarray(offset, offset + length));
      return !was!.equals(is!);
    });
  return new Set(artifacts.filter(isDamaged).map(({ uuid }) => uuid));
}

function pathOf(folder: string, key: string): string {
  return join(folder, 'objects', key);
}
