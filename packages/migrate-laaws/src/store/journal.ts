// The state journal of an AU, as the repository of an existing preservation node writes it: a WARC file of `metadata`
// records, of which each says in JSON what became of one artifact, and when. What cannot be read of it is told and crossed.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { failureWords } from '@holdfast/client';

export type JournaledState = 'UNCOMMITTED' | 'PENDING_COPY' | 'COPIED' | 'EXPIRED' | 'DELETED' | 'OTHER';

export interface AuStates {
  /** What was said last of each artifact, by its uuid in lower case; what was deleted stays so. */
  readonly last: ReadonlyMap<string, JournaledState>;
  readonly deleted: ReadonlySet<string>;
  /** What could not be read. */
  readonly damages: readonly JournalDamage[];
}

export interface JournalDamage {
  readonly file: string;
  /** Of the first byte that could not be read, in the file as it is inflated. */
  readonly offset: number;
  readonly message: string;
}

interface Last {
  readonly dateMs: number;
  readonly state: JournaledState;
}

const states: readonly string[] = ['UNCOMMITTED', 'PENDING_COPY', 'COPIED', 'EXPIRED', 'DELETED'];

/** An AU may have several, one in each of the store's folders. */
export async function readJournals(files: readonly string[]): Promise<AuStates> {
  const last = new Map<string, Last>();
  const damages: JournalDamage[] = [];
  for (const file of files) {
    const journal = new JournalReader(file, damages, (uuid, entry) => {
      const known = last.get(uuid);
      // A copy that was under way when its artifact was deleted is noted behind that, and brings it not back.
      if (known?.state === 'DELETED' && entry.state !== 'DELETED') return;
      const isFinal = entry.state === 'DELETED';
      if (!known || isFinal || entry.dateMs >= known.dateMs) last.set(uuid, entry);
    });
    try {
      for await (const chunk of plainBytes(file)) journal.push(chunk);
      journal.end();
    } catch (error) {
      journal.damaged(`it cannot be read on: ${failureWords(error)}`);
    }
  }
  const found = [...last].map(([uuid, { state }]) => [uuid, state] as const);
  const deleted = found.filter(([, state]) => state === 'DELETED').map(([uuid]) => uuid);
  return { last: new Map(found), deleted: new Set(deleted), damages };
}

/**
 * Whether it is committed there; undefined: it is deleted. What lies among the AU's files has been committed, unless the
 * journal, all of which could be read, knows otherwise; what lies among the temporary ones has not, unless it says so.
 */
export function stateThere(
  { last, deleted, damages }: AuStates,
  uuid: string,
  isPermanent: boolean,
): boolean | undefined {
  if (deleted.has(uuid)) return undefined;
  const state = last.get(uuid);
  if (!isPermanent) return state === 'PENDING_COPY' || state === 'COPIED';
  return damages.length > 0 || !(state === 'UNCOMMITTED' || state === 'EXPIRED');
}

const READ_BYTES = 256 * 1024;

async function* plainBytes(file: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  if (!file.endsWith('.gz')) yield* bytes as AsyncIterable<Buffer>;
  else yield* bytes.pipe(createGunzip()).on('close', () => bytes.destroy()) as AsyncIterable<Buffer>;
}

const BEGINNING = Buffer.from('WARC/');
const HEADER_END = Buffer.from('\r\n\r\n');
/** What is longer is no entry of a journal. */
const MOST_BYTES = 64 * 1024;
const CR = 13;
const LF = 10;

/** `push` …, then `end`. */
class JournalReader {
  readonly #file: string;
  readonly #damages: JournalDamage[];
  readonly #take: (uuid: string, entry: Last) => void;
  #held: Buffer = Buffer.alloc(0);
  /** Offset of the first byte that is held. */
  #offset = 0;
  /** Looking for the next record behind damage, which was told. */
  #isLost = false;

  constructor(file: string, damages: JournalDamage[], take: (uuid: string, entry: Last) => void) {
    this.#file = file;
    this.#damages = damages;
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#read();
  }

  end(): void {
    this.#read();
    this.#skipLineEnds();
    if (this.#held.length > 0 && !this.#isLost) this.damaged('it ends inside an entry');
  }

  damaged(message: string): void {
    this.#damages.push({ file: this.#file, offset: this.#offset, message });
    this.#isLost = true;
  }

  #read(): void {
    for (;;) {
      if (this.#isLost && !this.#findNext()) return;
      this.#skipLineEnds();
      const { length } = this.#held;
      if (length < BEGINNING.length) return;
      if (!this.#held.subarray(0, BEGINNING.length).equals(BEGINNING)) {
        this.damaged('where an entry should begin is something else');
        continue;
      }
      const headerEnd = this.#held.indexOf(HEADER_END);
      if (headerEnd < 0 && length < MOST_BYTES) return;
      const header = headerEnd < 0 ? '' : this.#held.toString('latin1', 0, headerEnd);
      const bodyBytes = Number(
        /^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(header)?.[1] ?? MOST_BYTES + 1,
      );
      if (bodyBytes > MOST_BYTES) {
        this.damaged('the header of an entry cannot be read');
        this.#drop(1);
        continue;
      }
      const start = headerEnd + HEADER_END.length;
      if (length < start + bodyBytes) return;
      this.#entry(header, this.#held.toString('utf8', start, start + bodyBytes));
      // A wrong length is noticed where the next entry should begin, and that is looked for from here.
      this.#drop(this.#isLost ? 1 : start + bodyBytes);
    }
  }

  #entry(header: string, body: string): void {
    if (!/^warc-type:[ \t]*metadata\b/im.test(header)) return;
    try {
      const entry = JSON.parse(body) as Record<string, unknown>;
      const { artifactUuid, entryDate, artifactState = entry.state } = entry;
      if (typeof artifactUuid !== 'string' || typeof artifactState !== 'string') throw new Error();
      const state = states.includes(artifactState) ? (artifactState as JournaledState) : 'OTHER';
      this.#take(artifactUuid.toLowerCase(), { dateMs: Number(entryDate) || 0, state });
    } catch {
      this.damaged('an entry says nothing of an artifact');
    }
  }

  /** Goes to where the next entry may begin; false when that is not there yet. */
  #findNext(): boolean {
    const at = this.#held.indexOf(BEGINNING);
    if (at < 0) {
      this.#drop(Math.max(0, this.#held.length - BEGINNING.length + 1));
      return false;
    }
    this.#drop(at);
    this.#isLost = false;
    return true;
  }

  #skipLineEnds(): void {
    let at = 0;
    while (this.#held[at] === CR || this.#held[at] === LF) at += 1;
    this.#drop(at);
  }

  #drop(bytes: number): void {
    this.#held = this.#held.subarray(bytes);
    this.#offset += bytes;
  }
}
