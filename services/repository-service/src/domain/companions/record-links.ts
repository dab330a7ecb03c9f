// Uses the record ids in WARC headers to find the artifact that a record belongs to. Caches only the last few thousand
// records, because an upload may have any length and companions are close to their artifact.
import type { ImportEntry, StoredCapture } from '../record/entry.ts';

/** An artifact of the upload and its state. */
export interface UploadedCapture {
  /**
   * Disposition of the artifact. Companions follow an artifact that is a duplicate or excluded. Companions of
   * a rejected artifact belong to no artifact.
   */
  disposition: 'undecided' | 'taken' | 'duplicate' | 'excluded' | 'error';
  /** Set when the artifact was accepted. */
  entry: ImportEntry | undefined;
  /**
   * Already stored artifact of the same capture, if there is one. Companions of the imported record then belong to that
   * artifact.
   */
  sameCapture?: StoredCapture | undefined;
  /** Whether a request record of the artifact has arrived. */
  hasRequest: boolean;
}

/** References in a WARC header to other records: record ids, verbatim. */
export interface RecordReferences {
  readonly recordId: string | undefined;
  readonly concurrentTo?: readonly string[] | undefined;
  readonly refersTo?: string | undefined;
}

/** Maximum number of ids in one generation of the cache. Two generations are held. */
const MOST_IDS = 4_096;
const MOST_CHARACTERS = 1024 * 1024;
const LONGEST_ID = 1_024;
/** Maximum number of characters in one generation. Usual records have far less text. */
const MOST_CHARACTERS_TAKEN = 16 * 1024 * 1024;

export class RecordLinks {
  #recent = new Remembered();
  #before = new Remembered();
  #charactersTaken = 0;
  /** The last artifact. Nearly all companions refer to it. */
  #last: ReferencedRecord | undefined;
  #captureOfLast: UploadedCapture | undefined;

  /**
   * Returns the artifact that a companion belongs to: an artifact that the companion names, or one that named the
   * companion.
   */
  ownerOf({ recordId, concurrentTo, refersTo }: RecordReferences): UploadedCapture | undefined {
    // One look-up suffices for nearly all companions, because they name their artifact first.
    for (const id of concurrentTo ?? []) {
      const owner = this.#find(id);
      if (owner) return owner;
    }
    return this.#find(refersTo) ?? this.#find(recordId);
  }

  /** An artifact's own id takes precedence over ids that other records name. */
  #find(recordId: string | undefined): UploadedCapture | undefined {
    if (recordId === undefined || recordId.length > LONGEST_ID) return undefined;
    if (this.#last?.recordId === recordId) return this.#captureOfLast;
    const id = idOf(recordId);
    const [recent, before] = [this.#recent, this.#before];
    return (
      recent.artifacts.find(id) ??
      before.artifacts.find(id) ??
      recent.others.find(id) ??
      before.others.find(id)
    );
  }

  /** Remembers that this artifact's id refers to `capture`. */
  rememberArtifact(artifact: ReferencedRecord & { readonly url: string }, capture: UploadedCapture): void {
    this.#takeRoom(artifact.url.length);
    this.#recent.artifacts.add(artifact, capture);
    this.#last = artifact;
    this.#captureOfLast = capture;
  }

  /** Remembers that a record belongs to an artifact. */
  remember(record: ReferencedRecord, capture: UploadedCapture): void {
    this.#takeRoom(0);
    this.#recent.others.add(record, capture);
  }

  /**
   * Counts the text (in characters) that arrived with the next records. The text stays in memory for as long as a
   * capture from these records is remembered.
   */
  tookTexts(characters: number): void {
    this.#charactersTaken += characters;
    if (this.#charactersTaken >= MOST_CHARACTERS_TAKEN) this.#turn();
  }

  #takeRoom(characters: number): void {
    const { artifacts, others } = this.#recent;
    const isFull = artifacts.size + others.size >= MOST_IDS || this.#recent.characters >= MOST_CHARACTERS;
    if (isFull) this.#turn();
    this.#recent.characters += characters;
  }

  #turn(): void {
    this.#before = this.#recent;
    this.#recent = new Remembered();
    this.#charactersTaken = 0;
  }
}

/** A record id whose string is created on access. */
export type ReferencedRecord = Pick<RecordReferences, 'recordId'>;

class Remembered {
  readonly artifacts = new CapturesById();
  readonly others = new CapturesById();
  characters = 0;
}

/**
 * Captures by record id. If several captures have the same id, the last one is found. Sorted on the first look-up,
 * which most uploads never need.
 */
class CapturesById {
  readonly #byId = new Map<string, UploadedCapture>();
  #records: ReferencedRecord[] = [];
  #captures: UploadedCapture[] = [];

  add(record: ReferencedRecord, capture: UploadedCapture): void {
    this.#records.push(record);
    this.#captures.push(capture);
  }

  get size(): number {
    return this.#byId.size + this.#records.length;
  }

  find(id: string): UploadedCapture | undefined {
    if (this.#records.length > 0) this.#sort();
    return this.#byId.get(id);
  }

  #sort(): void {
    for (const [i, { recordId }] of this.#records.entries()) {
      const isUsual = recordId !== undefined && recordId.length <= LONGEST_ID;
      if (isUsual) this.#byId.set(idOf(recordId), this.#captures[i]!);
    }
    this.#records = [];
    this.#captures = [];
  }
}

/** Returns the companions whose headers link them to the artifact, directly or through other companions. */
export function findLinkedCompanions<C extends RecordReferences>(
  artifact: Pick<RecordReferences, 'recordId' | 'concurrentTo'>,
  companions: readonly C[],
): Set<C> {
  const linked = new Set<C>();
  const ids = new Set(ownId(artifact));
  const named = new Set((artifact.concurrentTo ?? []).map(idOf));
  for (let found = true; found; ) {
    found = false;
    for (const companion of companions) {
      if (linked.has(companion)) continue;
      const own = ownId(companion);
      const others = namedIds(companion);
      if (!own.some((id) => named.has(id)) && !others.some((id) => ids.has(id))) continue;
      linked.add(companion);
      for (const id of own) ids.add(id);
      for (const id of others) named.add(id);
      found = true;
    }
  }
  return linked;
}

/** Returns whether the header names another record, which may still arrive. */
export function hasLinks({ concurrentTo, refersTo }: RecordReferences): boolean {
  return refersTo !== undefined || (concurrentTo?.length ?? 0) > 0;
}

function ownId({ recordId }: Pick<RecordReferences, 'recordId'>): string[] {
  return recordId === undefined ? [] : [idOf(recordId)];
}

function namedIds({ concurrentTo, refersTo }: RecordReferences): string[] {
  const ids = concurrentTo ? concurrentTo.map(idOf) : [];
  if (refersTo !== undefined) ids.push(idOf(refersTo));
  return ids;
}

/** Some writers omit the angle brackets. */
function idOf(recordId: string): string {
  return recordId.startsWith('<') ? recordId : `<${recordId}>`;
}
