// For tests: the manifests that imports, compaction and the reading of records make, in a form that is the same each time.
import type { ObjectStore } from '@holdfast/object-store';
import { findManifest } from '@holdfast/warc';
import { readRecords } from '../../../src/content/segments/records.ts';
import { bytesOf, segmentIdentity } from '../../../src/content/segments/segment-object.ts';
import { objectsOf } from '../compaction/kept-store.ts';

/** Answers the text of the manifest of each segment that is not among `seen`, in the order in which they were begun, by key. */
export async function newManifests(store: ObjectStore, seen: Set<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const objects = await objectsOf(store);
  for (const { key, sizeBytes } of objects.sort((a, b) => (uuidOf(a.key) < uuidOf(b.key) ? -1 : 1))) {
    if (seen.has(key)) continue;
    seen.add(key);
    const manifest = await findManifest(await bytesOf(store, key, 0, sizeBytes));
    if (!manifest) throw new Error(`${key} has no manifest`);
    found.set(key, manifest.block);
  }
  return found;
}

function uuidOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** Replaces what is new with each run: uuids by numbers, the time of storing by 0, and places by those from the first record on. */
export class Normaliser {
  readonly #uuids = new Map<string, string>();

  /** `masksPlaces`: the service has compressed the records itself, as zlib of that Node does. */
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

/** No made record claims to have been stored later. */
const NEW_MS = Date.UTC(2025, 0, 1);

/** Answers the lines that are made again from a segment's records. */
export async function linesOfRecords(store: ObjectStore, key: string): Promise<string> {
  const { sizeBytes } = (await store.stat(key))!;
  const identity = await segmentIdentity(store, { key, sizeBytes });
  const around = { identity, records: undefined, signal: undefined };
  const { lines, kept } = await readRecords(store, { key, sizeBytes }, around);
  return [...lines, ...kept].map((line) => JSON.stringify(line)).join('\n');
}

/** The line with its members in alphabetical order, for lines whose order says nothing. */
export function inKeyOrder(line: string): string {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(JSON.parse(line), sorted);
}
