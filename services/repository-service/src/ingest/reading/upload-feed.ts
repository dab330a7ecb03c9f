// Feeds an upload to codec threads: gathers the stream's chunks into whole buffers, so that few messages carry many bytes,
// and looks for places where another thread may go on.
import { MemberFinder } from '@holdfast/warc';
import { INPUT_BUFFER_BYTES, type UploadLanes } from './upload-lanes.ts';

export interface FeedDeps {
  readonly lanes: UploadLanes;
  readonly portionBytes: number;
  hasIdleProcessors(): boolean;
}

/** Ends early when the upload is over. `portionBytes`: what a portion has at least that does not go on to the end. */
export async function feedUpload(
  { lanes, portionBytes, hasIdleProcessors }: FeedDeps,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const feed = new UploadFeed(lanes);
  const finder = new MemberFinder();
  try {
    for await (const chunk of bytes) {
      signal.throwIfAborted();
      const mayCut = feed.portionBytes >= portionBytes && lanes.mayCut && hasIdleProcessors();
      const cut = mayCut ? finder.find(chunk) : -1;
      if (cut >= 0 && !(await feed.cut(chunk.subarray(0, cut)))) return;
      if (!(await feed.add(cut < 0 ? chunk : chunk.subarray(cut)))) return;
    }
    feed.end();
  } finally {
    finder.close();
  }
}

class UploadFeed {
  /** Of the portion that is being filled. */
  portionBytes = 0;
  readonly #lanes: UploadLanes;
  #offset = 0;
  #buffer: ArrayBuffer | undefined;
  #filled = 0;

  constructor(lanes: UploadLanes) {
    this.#lanes = lanes;
  }

  /** False when the upload is over. */
  async add(chunk: Uint8Array): Promise<boolean> {
    for (let at = 0; at < chunk.length; ) {
      this.#buffer ??= await this.#lanes.buffer();
      if (this.#buffer === undefined) return false;
      const taken = chunk.subarray(at, at + INPUT_BUFFER_BYTES - this.#filled);
      new Uint8Array(this.#buffer, this.#filled, taken.length).set(taken);
      at += taken.length;
      this.#filled += taken.length;
      this.#offset += taken.length;
      this.portionBytes += taken.length;
      if (this.#filled === INPUT_BUFFER_BYTES) this.#send();
      // A buffer that is not full is worth more here than the copy of what is in it.
      else if (this.#lanes.idle) this.#sendCopy(this.#buffer);
    }
    return true;
  }

  /** Ends the portion behind these bytes, where it may still be cut. */
  async cut(last: Uint8Array): Promise<boolean> {
    if (!(await this.add(last))) return false;
    // Others may have taken the thread meanwhile.
    if (!this.#lanes.mayCut) return true;
    this.#send();
    this.#lanes.cut(this.#offset);
    this.portionBytes = 0;
    return true;
  }

  end(): void {
    this.#send();
    this.#lanes.end();
  }

  #send(): void {
    if (this.#buffer === undefined || this.#filled === 0) return;
    this.#lanes.send(this.#buffer, this.#filled);
    this.#buffer = undefined;
    this.#filled = 0;
  }

  #sendCopy(buffer: ArrayBuffer): void {
    this.#lanes.send(buffer.slice(0, this.#filled), this.#filled);
    this.#filled = 0;
  }
}
