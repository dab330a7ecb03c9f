// Keeps the compressed bytes of one payload where they end up with the least copying.
//
// A small one waits in memory to share a segment with others. A large one becomes a segment of its own while it
// arrives: its bytes go to the object store once, behind room for the record's header, which is written last. Only
// where a store must know an object's key from its beginning (S3) and the payload comes before the properties that
// give the key, the compressed payload waits in a nameless file.
import type { FileHandle } from 'node:fs/promises';
import { longestBeginning } from '@holdfast/warc';
import { canBeginWithout, LateSegment } from '../../../ingest/late-segment.ts';
import type { Allowance, Turns } from '../../../ingest/limits.ts';
import { openNamelessFile, readFile } from '../../../ingest/nameless-file.ts';
import type { SegmentDeps } from '../../../ingest/segment.ts';
import { placeOf } from '../../../ingest/target.ts';
import { cannotSpool } from '../../errors.ts';
import type { NewArtifact, NewHead } from './new-artifact.ts';
import { longestRecordBeginning } from './new-record.ts';

export interface KeeperDeps {
  ingest: SegmentDeps;
  spoolFolder: string;
  /** Compressed payloads up to this size wait in memory, as long as there is room. */
  inlineLimitBytes: number;
  memory: Allowance;
  largeTurns: Turns;
}

/** What is known of the artifact when its payload begins. */
export interface KnownBefore {
  artifact: NewArtifact | undefined;
  /** Undefined also when it is still to come. */
  head: NewHead | undefined;
  contentType: string | undefined;
  signal: AbortSignal;
}

export type KeptCompressed =
  | { in: 'pieces'; pieces: readonly Uint8Array[] }
  | { in: 'segment'; segment: LateSegment }
  | { in: 'file'; pieces(): AsyncGenerator<Uint8Array> };

/** Room for a head that is still to come when the payload turns out large. */
const lateHeadBytes = 64 * 1024;
/** Room for all of it: the longest URL is 192 KiB in UTF-8. */
const lateRecordBytes = 320 * 1024;

export class Keeper {
  kept: KeptCompressed;
  #deps: KeeperDeps;
  #known: KnownBefore;
  #pieces: Uint8Array[] = [];
  #heldBytes = 0;
  #store: ((bytes: Uint8Array) => Promise<void>) | undefined;
  #release: (() => Promise<void>)[] = [];

  constructor(deps: KeeperDeps, known: KnownBefore) {
    this.#deps = deps;
    this.#known = known;
    this.kept = { in: 'pieces', pieces: this.#pieces };
  }

  async keep(bytes: Uint8Array): Promise<void> {
    if (!this.#store && this.#hold(bytes)) return;
    this.#store ??= await this.#spill();
    await this.#store(bytes);
  }

  async release(): Promise<void> {
    this.#forgetHeld();
    for (const release of this.#release.splice(0)) await release();
  }

  #hold(bytes: Uint8Array): boolean {
    if (this.#heldBytes + bytes.length > this.#deps.inlineLimitBytes) return false;
    if (!this.#deps.memory.take(bytes.length)) return false;
    this.#heldBytes += bytes.length;
    this.#pieces.push(bytes);
    return true;
  }

  /** From memory to where it is stored. */
  async #spill(): Promise<(bytes: Uint8Array) => Promise<void>> {
    const { artifact, signal } = this.#known;
    const { ingest, largeTurns } = this.#deps;
    const place = artifact && placeOf(artifact);
    if (!canBeginWithout(place, ingest.store)) return this.#spillToFile();
    const endTurn = await largeTurns.take(signal);
    this.#release.push(async () => endTurn());
    const segment = new LateSegment(ingest, { place, recordRoomBytes: roomFor(this.#known) });
    this.#release.unshift(() => segment.abort());
    for (const piece of this.#pieces) await segment.write(piece);
    this.kept = { in: 'segment', segment };
    this.#forgetHeld();
    return (bytes) => segment.write(bytes);
  }

  async #spillToFile(): Promise<(bytes: Uint8Array) => Promise<void>> {
    const file = await spooling(openNamelessFile(this.#deps.spoolFolder));
    this.#release.push(() => file.close());
    let at = 0;
    const store = async (bytes: Uint8Array) => {
      await writeAll(file, bytes, at);
      at += bytes.length;
    };
    for (const piece of this.#pieces) await store(piece);
    this.kept = { in: 'file', pieces: () => readFile(file) };
    this.#forgetHeld();
    return store;
  }

  #forgetHeld(): void {
    this.#deps.memory.give(this.#heldBytes);
    this.#heldBytes = 0;
    this.#pieces = [];
  }
}

function roomFor({ artifact, head, contentType }: KnownBefore): number {
  if (!artifact) return lateRecordBytes;
  const knownBytes = longestBeginning(longestRecordBeginning({ artifact, head, contentType }));
  return head ? knownBytes : knownBytes + lateHeadBytes;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const writing = file.write(bytes, done, bytes.length - done, position + done);
    done += (await spooling(writing)).bytesWritten;
  }
}

async function spooling<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw cannotSpool(error);
  }
}
