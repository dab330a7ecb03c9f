// Finds the artifact that a record belongs to, by the record IDs in WARC headers. Caches the IDs of the latest few
// thousand records, because related records are close together in an upload.
import type { ImportEntry, StoredCapture } from '../record/entry.ts';

export interface UploadedCapture {
  /**
   * Disposition of the artifact. Companion records (request, metadata) of a duplicate or excluded artifact get the same
   * disposition. Companion records of a rejected artifact belong to no artifact.
   */
  disposition: 'undecided' | 'taken' | 'duplicate' | 'excluded' | 'error';
  /** Index entry of an accepted artifact. */
  entry: ImportEntry | undefined;
  /** Stored artifact of the same capture, if any. The uploaded companion records then belong to it. */
  sameCapture?: StoredCapture | undefined;
  /** Whether a request record of the artifact was found. */
  hasRequest: boolean;
}

/** Record IDs in a WARC header, verbatim. */
export interface RecordReferences {
  readonly recordId: string | undefined;
  readonly concurrentTo?: readonly string[] | undefined;
  readonly refersTo?: string | undefined;
}

/** Maximum number of IDs in a generation of the cache. The cache has two generations. */
const MAX_IDS = 4_096;
const MAX_CHARACTERS = 1024 * 1024;
const MAX_ID = 1_024;
/** Maximum number of text characters in a generation. Typical records have far less text. */
const MAX_CHARACTERS_TAKEN = 16 * 1024 * 1024;

export class RecordLinks {
  #recent = new LinkGeneration();
  #before = new LinkGeneration();
  #charactersTaken = 0;
  /** Latest artifact, to which nearly all companion records (request, metadata) refer. */
  #last: ReferencedRecord | undefined;
  #captureOfLast: UploadedCapture | undefined;

  /** Returns the artifact of a companion record (request, metadata). Either record may refer to the other. */
  ownerOf({ recordId, concurrentTo, refersTo }: RecordReferences): UploadedCapture | undefined {
    // Companion records usually refer to their artifact first, so the first look-up usually succeeds.
    for (const id of concurrentTo ?? []) {
      const owner = this.#find(id);
      if (owner) return owner;
    }
    return this.#find(refersTo) ?? this.#find(recordId);
  }

  /** Finds the artifact of a record ID. Prefers an artifact with this ID to a companion record with this ID. */
  #find(recordId: string | undefined): UploadedCapture | undefined {
    if (recordId === undefined || recordId.length > MAX_ID) return undefined;
    if (this.#last?.recordId === recordId) return this.#captureOfLast;
    const id = normalizeRecordId(recordId);
    const [recent, before] = [this.#recent, this.#before];
    return (
      recent.artifacts.find(id) ??
      before.artifacts.find(id) ??
      recent.others.find(id) ??
      before.others.find(id)
    );
  }

  /** Maps the ID of this artifact to `capture`. */
  rememberArtifact(artifact: ReferencedRecord & { readonly url: string }, capture: UploadedCapture): void {
    this.#reserveSpace(artifact.url.length);
    this.#recent.artifacts.add(artifact, capture);
    this.#last = artifact;
    this.#captureOfLast = capture;
  }

  /** Maps the ID of a record to the artifact that it belongs to. */
  remember(record: ReferencedRecord, capture: UploadedCapture): void {
    this.#reserveSpace(0);
    this.#recent.others.add(record, capture);
  }

  /**
   * Adds the length of the text that the latest records share. The text stays in memory while any of these records is
   * cached.
   */
  tookTexts(characters: number): void {
    this.#charactersTaken += characters;
    if (this.#charactersTaken >= MAX_CHARACTERS_TAKEN) this.#startGeneration();
  }

  #reserveSpace(characters: number): void {
    const { artifacts, others } = this.#recent;
    const isFull = artifacts.size + others.size >= MAX_IDS || this.#recent.characters >= MAX_CHARACTERS;
    if (isFull) this.#startGeneration();
    this.#recent.characters += characters;
  }

  #startGeneration(): void {
    this.#before = this.#recent;
    this.#recent = new LinkGeneration();
    this.#charactersTaken = 0;
  }
}

/** Record whose ID string is created on access. */
export type ReferencedRecord = Pick<RecordReferences, 'recordId'>;

class LinkGeneration {
  readonly artifacts = new CapturesById();
  readonly others = new CapturesById();
  characters = 0;
}

/**
 * Captures by record ID. The last capture with an ID wins. Indexed at the first look-up, which most uploads do not
 * need.
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
    if (this.#records.length > 0) this.#buildIndex();
    return this.#byId.get(id);
  }

  #buildIndex(): void {
    for (const [i, { recordId }] of this.#records.entries()) {
      const isUsual = recordId !== undefined && recordId.length <= MAX_ID;
      if (isUsual) this.#byId.set(normalizeRecordId(recordId), this.#captures[i]!);
    }
    this.#records = [];
    this.#captures = [];
  }
}

/** Returns the companion records whose headers link them to the artifact, directly or via each other. */
export function findLinkedCompanions<C extends RecordReferences>(
  artifact: Pick<RecordReferences, 'recordId' | 'concurrentTo'>,
  companions: readonly C[],
): Set<C> {
  const linked = new Set<C>();
  const ids = new Set(listOwnIds(artifact));
  const named = new Set((artifact.concurrentTo ?? []).map(normalizeRecordId));
  for (let found = true; found; ) {
    found = false;
    for (const companion of companions) {
      if (linked.has(companion)) continue;
      const own = listOwnIds(companion);
      const others = listReferencedIds(companion);
      if (!own.some((id) => named.has(id)) && !others.some((id) => ids.has(id))) continue;
      linked.add(companion);
      for (const id of own) ids.add(id);
      for (const id of others) named.add(id);
      found = true;
    }
  }
  return linked;
}

/** Returns whether the header refers to another record, which may still arrive. */
export function hasLinks({ concurrentTo, refersTo }: RecordReferences): boolean {
  return refersTo !== undefined || (concurrentTo?.length ?? 0) > 0;
}

function listOwnIds({ recordId }: Pick<RecordReferences, 'recordId'>): string[] {
  return recordId === undefined ? [] : [normalizeRecordId(recordId)];
}

function listReferencedIds({ concurrentTo, refersTo }: RecordReferences): string[] {
  const ids = concurrentTo ? concurrentTo.map(normalizeRecordId) : [];
  if (refersTo !== undefined) ids.push(normalizeRecordId(refersTo));
  return ids;
}

/** Adds the angle brackets that some writers omit. */
function normalizeRecordId(recordId: string): string {
  return recordId.startsWith('<') ? recordId : `<${recordId}>`;
}
