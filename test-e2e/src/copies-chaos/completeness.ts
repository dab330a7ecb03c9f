// Compares the objects of all stores by reading their files directly, without the software under test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { openSqlConnection } from '@holdfast/testkit';
import type { ChaosStore } from './chaos-store.ts';
import { type FlippedBit, hasSameContent, isStillFlipped, listFiles } from './store-files.ts';

type SqlConnection = ReturnType<typeof openSqlConnection>;

/** Key prefix of a store's own objects, such as its identity object and probes. */
const OWN_PREFIX = 'holdfast/';

/** Returns whether all stores must have the object. */
export type NeededObjects = (key: string) => boolean;

/**
 * Returns a filter that excludes segments and manifests to which the index does not refer. After a kill, some stores
 * may have such objects until the sweep removes them.
 */
export async function findNeededObjects(sql: Pick<SqlConnection, 'query'>): Promise<NeededObjects> {
  const rows = await sql.query<{ key: string }>('select key from segment');
  const segments = new Set(rows.map(({ key }) => key));
  return (key) => {
    if (key.startsWith('manifests/')) return segments.has(key.replace('manifests/', 'ns/'));
    return !key.startsWith('ns/') || segments.has(key);
  };
}

/** Returns the needed objects that some stores lack or have with another size, each with the names of these stores. */
export function findDifferences(stores: readonly ChaosStore[], isNeeded: NeededObjects): Map<string, string> {
  const lists = stores.map(({ name, objects }) => ({ name, files: listFiles(objects) }));
  const sizes = new Map<string, number>();
  for (const { files } of lists) for (const [key, size] of files) sizes.set(key, size);
  const differences = new Map<string, string>();
  for (const [key, size] of sizes) {
    const lacking = lists.filter(({ files }) => files.get(key) !== size).map(({ name }) => name);
    if (lacking.length > 0 && !key.startsWith(OWN_PREFIX) && isNeeded(key))
      differences.set(key, lacking.join(' and '));
  }
  return differences;
}

/** Returns the needed objects whose bytes differ between stores. */
export function findOtherBytes(stores: readonly ChaosStore[], isNeeded: NeededObjects): string[] {
  const [first, ...others] = stores;
  const wrong: string[] = [];
  for (const key of listFiles(first!.objects).keys()) {
    if (key.startsWith(OWN_PREFIX) || !isNeeded(key)) continue;
    const bytes = readFileSync(join(first!.objects, key));
    for (const { name, objects } of others) {
      if (!hasSameContent(readFileSync(join(objects, key)), bytes))
        wrong.push(`${key} in ${first!.name} and ${name}`);
    }
  }
  return wrong;
}

/** Repeatedly checks whether all stores are complete, while objects are created and deleted. */
export class CompletenessWatch {
  readonly #stores: readonly ChaosStore[];
  #flipped: FlippedBit[] = [];
  #before = new Map<string, string>();

  constructor(stores: readonly ChaosStore[]) {
    this.#stores = stores;
  }

  addFlipped(bits: readonly FlippedBit[]): void {
    this.#flipped.push(...bits);
  }

  /** Returns differences that the previous check found as well, and flipped bits that are not yet repaired. */
  look(isNeeded: NeededObjects): string[] {
    const now = findDifferences(this.#stores, isNeeded);
    const lasting = [...now].filter(([key]) => this.#before.has(key));
    this.#before = now;
    this.#flipped = this.#flipped.filter(isStillFlipped);
    return [
      ...lasting.map(([key, names]) => `${key} is missing or has another size in ${names}`),
      ...this.#flipped.map(
        ({ file, offset, sizeBytes }) => `byte ${offset} of ${sizeBytes} of ${file} is flipped`,
      ),
    ];
  }
}
