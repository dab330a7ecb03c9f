// Reads the state journals of an AU in a LOCKSS repository. A journal is a WARC file of `metadata` records, each with
// the new state of one artifact as JSON. Reports unreadable entries and skips them.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { describeSystemError } from '@holdfast/client';

export type JournaledState = 'UNCOMMITTED' | 'PENDING_COPY' | 'COPIED' | 'EXPIRED' | 'DELETED' | 'OTHER';

export interface AuStates {
  /** Last state of each artifact, by UUID in lower case. DELETED is final, even if later entries exist. */
  readonly last: ReadonlyMap<string, JournaledState>;
  readonly deleted: ReadonlySet<string>;
  /** Unreadable entries. */
  readonly damages: readonly JournalDamage[];
}

export interface JournalDamage {
  readonly file: string;
  /** Offset of the first unreadable byte in the decompressed file. */
  readonly offset: number;
  readonly message: string;
}

interface DatedState {
  readonly dateMs: number;
  readonly state: JournaledState;
}

const states: readonly string[] = ['UNCOMMITTED', 'PENDING_COPY', 'COPIED', 'EXPIRED', 'DELETED'];

/** Reads all journals of an AU. Each folder of the store may contain a journal. */
export async function readJournals(files: readonly string[]): Promise<AuStates> {
  const last = new Map<string, DatedState>();
  const damages: JournalDamage[] = [];
  for (const file of files) {
    const journal = new JournalReader(file, damages, (uuid, entry) => {
      const known = last.get(uuid);
      // Ignores entries that follow a deletion. If an artifact is deleted while LOCKSS copies it, the journal contains
      // the copy after the deletion.
      if (known?.state === 'DELETED' && entry.state !== 'DELETED') return;
      const isFinal = entry.state === 'DELETED';
      if (!known || isFinal || entry.dateMs >= known.dateMs) last.set(uuid, entry);
    });
    try {
      for await (const chunk of readPlainBytes(file)) journal.push(chunk);
      journal.end();
    } catch (error) {
      journal.damaged(`reading it failed: ${describeSystemError(error)}`);
    }
  }
  const found = [...last].map(([uuid, { state }]) => [uuid, state] as const);
  const deleted = found.filter(([, state]) => state === 'DELETED').map(([uuid]) => uuid);
  return { last: new Map(found), deleted: new Set(deleted), damages };
}

/**
 * Returns whether the artifact is committed in the source. Returns undefined if it was deleted. Without a journal
 * entry, an artifact in the AU's files (`isPermanent`) counts as committed, and an artifact in a temporary file as
 * uncommitted. If the journal is damaged, an artifact in the AU's files always counts as committed.
 */
export function isCommittedInSource(
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

async function* readPlainBytes(file: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  if (!file.endsWith('.gz')) yield* bytes as AsyncIterable<Buffer>;
  else yield* bytes.pipe(createGunzip()).on('close', () => bytes.destroy()) as AsyncIterable<Buffer>;
}

const BEGINNING = Buffer.from('WARC/');
const HEADER_END = Buffer.from('\r\n\r\n');
/** Maximum size of a journal entry, in bytes. */
const MAX_ENTRY_BYTES = 64 * 1024;
const CR = 13;
const LF = 10;

/** Incremental parser. Call `push` for each chunk, then `end`. */
class JournalReader {
  readonly #file: string;
  readonly #damages: JournalDamage[];
  readonly #take: (uuid: string, entry: DatedState) => void;
  #buffer: Buffer = Buffer.alloc(0);
  /** File offset of the first buffered byte. */
  #offset = 0;
  /** True after damage has been reported, until the next entry is found. */
  #isLost = false;

  constructor(file: string, damages: JournalDamage[], take: (uuid: string, entry: DatedState) => void) {
    this.#file = file;
    this.#damages = damages;
    this.#take = take;
  }

  push(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    this.#parseEntries();
  }

  end(): void {
    this.#parseEntries();
    this.#skipLineEnds();
    if (this.#buffer.length > 0 && !this.#isLost) this.damaged('it ends inside an entry');
  }

  damaged(message: string): void {
    this.#damages.push({ file: this.#file, offset: this.#offset, message });
    this.#isLost = true;
  }

  #parseEntries(): void {
    for (;;) {
      if (this.#isLost && !this.#findNext()) return;
      this.#skipLineEnds();
      const { length } = this.#buffer;
      if (length < BEGINNING.length) return;
      if (!this.#buffer.subarray(0, BEGINNING.length).equals(BEGINNING)) {
        this.damaged('no entry starts where one should');
        continue;
      }
      const headerEnd = this.#buffer.indexOf(HEADER_END);
      if (headerEnd < 0 && length < MAX_ENTRY_BYTES) return;
      const header = headerEnd < 0 ? '' : this.#buffer.toString('latin1', 0, headerEnd);
      const bodyBytes = Number(
        /^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(header)?.[1] ?? MAX_ENTRY_BYTES + 1,
      );
      if (bodyBytes > MAX_ENTRY_BYTES) {
        this.damaged('the header of an entry cannot be read');
        this.#discard(1);
        continue;
      }
      const start = headerEnd + HEADER_END.length;
      if (length < start + bodyBytes) return;
      this.#parseEntry(header, this.#buffer.toString('utf8', start, start + bodyBytes));
      // After damage, searches for the next entry inside this entry, because its declared length may be wrong.
      this.#discard(this.#isLost ? 1 : start + bodyBytes);
    }
  }

  #parseEntry(header: string, body: string): void {
    if (!/^warc-type:[ \t]*metadata\b/im.test(header)) return;
    try {
      const entry = JSON.parse(body) as Record<string, unknown>;
      const { artifactUuid, entryDate, artifactState = entry.state } = entry;
      if (typeof artifactUuid !== 'string' || typeof artifactState !== 'string') throw new Error();
      const state = states.includes(artifactState) ? (artifactState as JournaledState) : 'OTHER';
      this.#take(artifactUuid.toLowerCase(), { dateMs: Number(entryDate) || 0, state });
    } catch {
      this.damaged('an entry names no artifact');
    }
  }

  /** Skips to the start of the next entry. Returns false if the buffer contains no start. */
  #findNext(): boolean {
    const at = this.#buffer.indexOf(BEGINNING);
    if (at < 0) {
      this.#discard(Math.max(0, this.#buffer.length - BEGINNING.length + 1));
      return false;
    }
    this.#discard(at);
    this.#isLost = false;
    return true;
  }

  #skipLineEnds(): void {
    let at = 0;
    while (this.#buffer[at] === CR || this.#buffer[at] === LF) at += 1;
    this.#discard(at);
  }

  #discard(bytes: number): void {
    this.#buffer = this.#buffer.subarray(bytes);
    this.#offset += bytes;
  }
}
