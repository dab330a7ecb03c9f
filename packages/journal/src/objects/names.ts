// Names of journal objects. Each object is stored twice, as the object and as its copy, so that the loss of either does
// no harm. Names sort by epoch and sequence number, independently of clocks.
import type { ObjectStore } from '@holdfast/object-store';

/** Position of an object in the journal. Sequence numbers increase across epochs. */
export interface JournalPosition {
  /** Epoch name `NNNNNN-xxxxxxxx`: the number of the epoch, and eight random hexadecimal digits. */
  readonly epoch: string;
  readonly sequence: number;
}

export type JournalObjectKind = 'changes' | 'snapshot';

export interface JournalObjectName extends JournalPosition {
  readonly kind: JournalObjectKind;
  readonly isEncrypted: boolean;
  readonly key: string;
}

export interface StoredJournalObject extends JournalObjectName {
  readonly sizeBytes: number;
}

const PATTERN = /^(\d{6,9}-[0-9a-f]{8})\/(\d{16})-(changes|snapshot)\.ndjson\.gz(\.enc)?$/;
const PAGE_SIZE = 1_000;

/** Returns the name of an object. `prefix` ends in `/`. */
export function makeJournalObjectName(
  prefix: string,
  { epoch, sequence, kind, isEncrypted }: Omit<JournalObjectName, 'key'>,
): JournalObjectName {
  const name = `${epoch}/${String(sequence).padStart(16, '0')}-${kind}.ndjson.gz${isEncrypted ? '.enc' : ''}`;
  return { epoch, sequence, kind, isEncrypted, key: `${prefix}${name}` };
}

/** Returns the name of an object's copy. `prefix` is the journal's prefix, such as `config/journal/`. */
export function makeJournalCopyKey(prefix: string, key: string): string {
  return `${prefix.slice(0, -1)}-copy/${key.slice(prefix.length)}`;
}

/** Lists all journal objects in order, including objects of which only the copy exists. Ignores other keys. */
export async function listJournalObjects(store: ObjectStore, prefix: string): Promise<StoredJournalObject[]> {
  const found = new Map<string, StoredJournalObject>();
  for (const start of [prefix, makeJournalCopyKey(prefix, prefix)]) {
    for (let after = ''; ; ) {
      const page = await store.list({ prefix: start, after, limit: PAGE_SIZE });
      for (const { key, sizeBytes } of page) {
        const object = parseName(prefix, key.slice(start.length));
        if (object) found.set(object.key, { ...object, sizeBytes });
      }
      if (page.length < PAGE_SIZE) break;
      after = page.at(-1)!.key;
    }
  }
  return [...found.values()].sort(comparePositions);
}

function parseName(prefix: string, name: string): JournalObjectName | undefined {
  const [, epoch, digits, kind, suffix] = PATTERN.exec(name) ?? [];
  if (epoch === undefined) return undefined;
  const sequence = Number(digits);
  return {
    epoch,
    sequence,
    kind: kind as JournalObjectKind,
    isEncrypted: suffix !== undefined,
    key: `${prefix}${name}`,
  };
}

export function comparePositions(one: JournalPosition, other: JournalPosition): number {
  return readEpochNumber(one.epoch) - readEpochNumber(other.epoch) || one.sequence - other.sequence;
}

export function readEpochNumber(epoch: string): number {
  return Number(epoch.split('-', 1)[0]);
}

/** Returns the name of an epoch. `random` consists of eight hexadecimal digits. */
export function makeEpochName(number: number, random: string): string {
  return `${String(number).padStart(6, '0')}-${random}`;
}
