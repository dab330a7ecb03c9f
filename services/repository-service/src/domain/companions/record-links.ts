// Which records of an upload belong to which artifact, by what their headers say of one another. Only the last few
// thousand records are remembered: an upload may be of any length, and companions lie near what they belong to.
import type { Entry, StoredCapture } from '../record/entry.ts';

/** An artifact of the upload, as its companions find it. */
export interface Capture {
  /** What became of it. Companions go with a duplicate of another capture and what is excluded; those of an error belong to nothing. */
  fate: 'undecided' | 'taken' | 'duplicate' | 'excluded' | 'error';
  /** When it was taken. */
  entry: Entry | undefined;
  /** When it is a duplicate of this very capture: the artifact that there is. What came with it belongs to that. */
  sameCapture?: StoredCapture | undefined;
  /** A request of it has come. */
  hasRequest: boolean;
}

/** What a record's header says of others: WARC record ids, verbatim. */
export interface Links {
  readonly recordId: string | undefined;
  readonly concurrentTo?: readonly string[] | undefined;
  readonly refersTo?: string | undefined;
}

/** What is remembered, at most twice: so many ids, or URLs of so many characters. */
const MOST_IDS = 4_096;
const MOST_CHARACTERS = 1024 * 1024;
const LONGEST_ID = 1_024;
/** Many times what usual records have among which so many ids are. */
const MOST_CHARACTERS_TAKEN = 16 * 1024 * 1024;

export class RecordLinks {
  #recent = new Remembered();
  #before = new Remembered();
  #charactersTaken = 0;
  /** The artifact that came last, which nearly all companions name. */
  #last: Linked | undefined;
  #captureOfLast: Capture | undefined;

  /** The artifact that a companion belongs to: by its own id, which that named, or by one that it names itself. */
  ownerOf({ recordId, concurrentTo, refersTo }: Links): Capture | undefined {
    // One look-up for nearly all companions, which name their artifact first.
    for (const id of concurrentTo ?? []) {
      const owner = this.#find(id);
      if (owner) return owner;
    }
    return this.#find(refersTo) ?? this.#find(recordId);
  }

  /** What an artifact is called comes before what others call it. */
  #find(recordId: string | undefined): Capture | undefined {
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

  /** `capture` is that of this artifact. */
  rememberArtifact(artifact: Linked & { readonly url: string }, capture: Capture): void {
    this.#takeRoom(artifact.url.length);
    this.#recent.artifacts.add(artifact, capture);
    this.#last = artifact;
    this.#captureOfLast = capture;
  }

  /** This record belongs to the artifact. */
  remember(record: Linked, capture: Capture): void {
    this.#takeRoom(0);
    this.#recent.others.add(record, capture);
  }

  /** What comes has texts of so many characters, which stay as long as any capture of it is remembered. */
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

/** A record by its id, whose text is made when it is asked for. */
export type Linked = Pick<Links, 'recordId'>;

class Remembered {
  readonly artifacts = new CapturesById();
  readonly others = new CapturesById();
  characters = 0;
}

/** The last of equal ids counts. They are put in order when one is looked for, which most uploads never need. */
class CapturesById {
  readonly #byId = new Map<string, Capture>();
  #records: Linked[] = [];
  #captures: Capture[] = [];

  add(record: Linked, capture: Capture): void {
    this.#records.push(record);
    this.#captures.push(capture);
  }

  get size(): number {
    return this.#byId.size + this.#records.length;
  }

  find(id: string): Capture | undefined {
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

/** Those of the companions that belong to the artifact, as far as headers say so; also by way of one another. */
export function linkedTo<C extends Links>(
  artifact: Pick<Links, 'recordId' | 'concurrentTo'>,
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

/** Whether its header names another record, which may be still to come. */
export function namesOthers({ concurrentTo, refersTo }: Links): boolean {
  return refersTo !== undefined || (concurrentTo?.length ?? 0) > 0;
}

function ownId({ recordId }: Pick<Links, 'recordId'>): string[] {
  return recordId === undefined ? [] : [idOf(recordId)];
}

function namedIds({ concurrentTo, refersTo }: Links): string[] {
  const ids = concurrentTo ? concurrentTo.map(idOf) : [];
  if (refersTo !== undefined) ids.push(idOf(refersTo));
  return ids;
}

/** Some writers leave the brackets out. */
function idOf(recordId: string): string {
  return recordId.startsWith('<') ? recordId : `<${recordId}>`;
}
