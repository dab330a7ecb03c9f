// Takes a payload as it arrives: digested, compressed unless it is small, and kept. Where is its keeper's matter.
import { createHash } from 'node:crypto';
import { BodyCompressor, type CompressedBody } from '@holdfast/warc';
import type { Allowance } from '../../../ingest/limits.ts';
import { Keeper, type KeeperDeps, type KeptCompressed, type KnownBefore } from './keeper.ts';
import type { Digested } from './new-record.ts';

export interface Payload extends Digested {
  kept: Kept;
  /** Lets go of what is not yet stored. Idempotent. */
  release(): Promise<void>;
}

export type Kept =
  /** Not compressed. */
  { in: 'memory'; plain: readonly Uint8Array[] } | ({ body: CompressedBody } & KeptCompressed);

/** Payloads up to this size are compressed at the end, together with their header. */
const plainLimitBytes = 256 * 1024;

export async function takePayload(
  deps: KeeperDeps,
  bytes: AsyncIterable<Buffer>,
  known: KnownBefore,
): Promise<Payload> {
  const taker = new Taker(deps, known);
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1')];
  let lengthBytes = 0;
  try {
    for await (const chunk of bytes) {
      lengthBytes += chunk.length;
      sha256.update(chunk);
      sha1.update(chunk);
      await taker.take(chunk);
    }
    const kept = await taker.finish();
    const release = () => taker.release();
    return { lengthBytes, sha256: sha256.digest(), sha1: sha1.digest(), kept, release };
  } catch (error) {
    await taker.release();
    throw error;
  }
}

/** Holds a small payload as it is; of one that grows everything goes through the compressor to its keeper. */
class Taker {
  #memory: Allowance;
  #keeper: Keeper;
  #plain: Uint8Array[] = [];
  #plainBytes = 0;
  #compressor: BodyCompressor | undefined;

  constructor(deps: KeeperDeps, known: KnownBefore) {
    this.#memory = deps.memory;
    this.#keeper = new Keeper(deps, known);
  }

  async take(chunk: Uint8Array): Promise<void> {
    if (!this.#compressor && this.#hold(chunk)) return;
    await this.#compress([...this.#takeHeld(), chunk]);
  }

  async finish(): Promise<Kept> {
    if (!this.#compressor) return { in: 'memory', plain: this.#plain };
    const { bytes, body } = await this.#compressor.finish();
    await this.#keeper.keep(bytes);
    return { ...this.#keeper.kept, body };
  }

  async release(): Promise<void> {
    this.#takeHeld();
    await this.#keeper.release();
  }

  #hold(chunk: Uint8Array): boolean {
    if (this.#plainBytes + chunk.length > plainLimitBytes || !this.#memory.take(chunk.length)) return false;
    this.#plainBytes += chunk.length;
    this.#plain.push(chunk);
    return true;
  }

  #takeHeld(): Uint8Array[] {
    const held = this.#plain;
    this.#memory.give(this.#plainBytes);
    this.#plain = [];
    this.#plainBytes = 0;
    return held;
  }

  async #compress(chunks: readonly Uint8Array[]): Promise<void> {
    this.#compressor ??= new BodyCompressor();
    for (const chunk of chunks) {
      const compressed = await this.#compressor.push(chunk);
      if (compressed) await this.#keeper.keep(compressed);
    }
  }
}
