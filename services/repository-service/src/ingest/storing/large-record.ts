// A record too large to pass between threads whole: it is written to a segment of its own while it comes, before it is
// known what it is.
import type { Arranged } from '../../domain/companions/arrangement.ts';
import type { Segment } from './segment.ts';
import type { OpenBatch } from './segment-committer.ts';

export class LargeRecord {
  readonly batch: OpenBatch;
  readonly segment: Segment;
  /** All of it has come. */
  concluded = false;
  #offset = 0;
  #lengthBytes = 0;

  /** `segment`: that of the batch. */
  constructor(batch: OpenBatch, segment: Segment) {
    this.batch = batch;
    this.segment = segment;
  }

  async append(bytes: Uint8Array): Promise<void> {
    const offset = await this.segment.append(bytes);
    if (this.#lengthBytes === 0) this.#offset = offset;
    this.#lengthBytes += bytes.length;
  }

  /** Where its member lies in the segment. */
  get place(): { offset: number; length: number } {
    return { offset: this.#offset, length: this.#lengthBytes };
  }
}

/** Whether its bytes came in chunks. */
export function isLarge(one: Arranged): boolean {
  if (one.arranged === 'group') return one.artifact.finding.memberAt === 'chunks';
  return one.arranged === 'apart' && one.companion.finding.memberAt === 'chunks';
}
