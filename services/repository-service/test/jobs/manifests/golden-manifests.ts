// Test helper: collects manifests from imports, compaction and reading, in a reproducible format.
import type { ObjectStore } from '@holdfast/object-store';
import { findManifest } from '@holdfast/warc';
import { readRecords } from '../../../src/content/segments/records.ts';
import { readObjectBytes, readSegmentIdentity } from '../../../src/content/segments/segment-object.ts';
import { listSegmentObjects } from '../compaction/kept-store.ts';

/**
 * Returns the manifest texts of all segments that are not in `seen`, keyed by segment key, in creation order of the
 * segments. Adds these keys to `seen`.
 */
export async function readNewManifests(store: ObjectStore, seen: Set<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const objects = await listSegmentObjects(store);
  for (const { key, sizeBytes } of objects.sort((a, b) => (uuidOf(a.key) < uuidOf(b.key) ? -1 : 1))) {
    if (seen.has(key)) continue;
    seen.add(key);
    const manifest = await findManifest(await readObjectBytes(store, key, 0, sizeBytes));
    if (!manifest) throw new Error(`${key} has no manifest`);
    found.set(key, manifest.block);
  }
  return found;
}

function uuidOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/**
 * Replaces values that differ from run to run: UUIDs with numbers, the storage time with 0, and absolute offsets with
 * offsets from the first record.
 */
export class Normaliser {
  readonly #uuids = new Map<string, string>();

  /**
   * Returns the lines of a manifest. The option `masksPlaces` also masks offsets and lengths. Set it if the service
   * itself compressed the records, because the compressed lengths depend on Node's zlib.
   */
  lines(manifest: string, { masksPlaces = false } = {}): string[] {
    const lines = manifest.split('\n').filter((line) => line !== '');
    const first = Math.min(...lines.map((line) => (JSON.parse(line) as { offset: number }).offset));
    return lines.map((line) =>
      line
        .replace(/"(uuid|artifact|holder)":"([^"]*)"/g, (_, key, uuid) => `"${key}":"${this.#number(uuid)}"`)
        .replace(/"storeDate":(\d+)/g, (text, ms) => (Number(ms) > NEW_MS ? '"storeDate":0' : text))
        .replace(/"offset":(\d+)/g, (_, at) => `"offset":${masksPlaces ? 0 : Number(at) - first}`)
        .replace(/"(length|crc32|before|after|companionsCrc)":\d+/g, (text, key) =>
          masksPlaces ? `"${key}":0` : text,
        ),
    );
  }

  #number(uuid: string): string {
    if (!this.#uuids.has(uuid)) this.#uuids.set(uuid, `#${this.#uuids.size + 1}`);
    return this.#uuids.get(uuid)!;
  }
}

/** Every storage time after this date is the time of the test run, because no test record declares a later one. */
const NEW_MS = Date.UTC(2025, 0, 1);

/** Reads the records of a segment. Returns the manifest lines made from them. */
export async function deriveManifestLines(store: ObjectStore, key: string): Promise<string> {
  const { sizeBytes } = (await store.stat(key))!;
  const identity = await readSegmentIdentity(store, { key, sizeBytes });
  const around = { identity, records: undefined, signal: undefined };
  const { lines, kept } = await readRecords(store, { key, sizeBytes }, around);
  return [...lines, ...kept].map((line) => JSON.stringify(line)).join('\n');
}

/** Returns the line with its JSON fields in alphabetical order. Their order has no meaning. */
export function inKeyOrder(line: string): string {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(JSON.parse(line), sorted);
}
