// Splits an upload into ranges for several codec threads, and returns their outputs in order. A range starts where a
// gzip member seems to start. The start is confirmed if the preceding range ends exactly there. If it does not, one
// thread reads the rest of the upload.

import type { CodecMessage, InputBufferPiece, OpenUpload, PackedCodecOutput } from './codec-messages.ts';
import {
  CodecError,
  type CodecThread,
  NotAWarcUploadError,
  type UploadChannel,
  type UploadChannelEvent,
  type UploadChannelListener,
} from './codec-thread.ts';
import { stopUploadReading } from './upload-gauge.ts';

/** Size of an input buffer. An upload has at most `INPUT_BUFFERS` buffers in use. */
export const INPUT_BUFFER_BYTES = 256 * 1024;
const INPUT_BUFFERS = 8;

interface Portion {
  readonly lane: UploadChannel;
  readonly portion: number;
}

export class UploadChannels implements UploadChannelListener {
  readonly #threads: readonly CodecThread[];
  readonly #options: Omit<OpenUpload, 'message' | 'upload'>;
  readonly #warn: (warning: string) => void;
  readonly #home: CodecThread;
  readonly #lanes = new Map<CodecThread, UploadChannel>();
  /** Ranges in order. The first one is being output; the last one is receiving input. */
  #order: Portion[];
  #nextPortion = 1;
  /** True if a range did not end where the next range started. The upload is then no longer split. */
  #isWhole = false;
  /** Input that arrived while threads were returning their input buffers. */
  #heldBack: InputBufferPiece[] | undefined;
  #ended = false;
  #underWay = 0;
  /** Input buffers for reuse. New buffers would have to be zeroed and garbage-collected. */
  readonly #spare: ArrayBuffer[] = [];
  #finished = false;
  #isAborted = false;
  #error: Error | undefined;
  #wake: (() => void)[] = [];

  /** `home`: thread that reads the upload from its start. `warn`: called for each inconsistency in the whole upload. */
  constructor(
    threads: readonly CodecThread[],
    home: CodecThread,
    options: Omit<OpenUpload, 'message' | 'upload'>,
    warn: (warning: string) => void = () => undefined,
  ) {
    this.#warn = warn;
    this.#threads = threads;
    this.#home = home;
    this.#options = options;
    this.#order = [{ lane: this.#openLane(home), portion: 0 }];
    this.#order[0]!.lane.portions = 1;
    // Increment last, because starting the thread may fail.
    home.uploads += 1;
  }

  receive(lane: UploadChannel, message: CodecMessage): void {
    if (message.message === 'read') {
      this.#underWay -= message.count;
      for (const buffer of message.buffers) {
        if (buffer.byteLength === INPUT_BUFFER_BYTES) this.#spare.push(buffer);
        // Free the buffer now. Otherwise all buffers of the upload would accumulate until the next garbage collection.
        else buffer.transfer(0);
      }
    } else if (message.message === 'warned') this.#warn(message.warning);
    else if (message.message === 'failed') {
      const { reason, detail } = message;
      this.#error ??= reason === 'notAWarc' ? new NotAWarcUploadError(detail) : new CodecError(detail);
    } else {
      if (message.message === 'cut') lane.portions -= 1;
      lane.events.push(toChannelEvent(message));
    }
    this.#notifyChange();
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#notifyChange();
  }

  /** Stops all threads immediately and discards pending outputs. */
  abort(error: Error): void {
    this.#isAborted = true;
    this.fail(error);
    this.close();
  }

  /** Whether all threads have read all their input. If so, the caller should send even a partly filled buffer now. */
  get idle(): boolean {
    return this.#underWay === 0;
  }

  /** Returns an input buffer to fill and send. Waits if all are in use. Returns undefined if reading has ended. */
  async buffer(): Promise<ArrayBuffer | undefined> {
    while (!this.#finished && !this.#error) {
      if (this.#underWay < INPUT_BUFFERS) return this.#spare.pop() ?? new ArrayBuffer(INPUT_BUFFER_BYTES);
      await this.#waitForChange();
    }
    return undefined;
  }

  send(buffer: ArrayBuffer, length: number): void {
    this.#underWay += 1;
    const { lane, portion } = this.#filling;
    if (this.#heldBack !== undefined) this.#heldBack.push({ portion, buffer, length });
    else lane.post({ message: 'data', buffer, length }, [buffer]);
  }

  /** Whether another thread should read the next bytes. False if one thread can keep up with the input. */
  get mayCut(): boolean {
    return !this.#isWhole && !this.idle && this.#findHelper() !== undefined;
  }

  /** Starts a range at `offset`, where a gzip member seems to start. Call only if `mayCut` is true. */
  cut(offset: number): void {
    const lane = this.#openLane(this.#findHelper()!);
    const portion = this.#nextPortion++;
    this.#filling.lane.post({ message: 'cut' });
    lane.post({ message: 'portion', portion, offset });
    lane.portions += 1;
    this.#order.push({ lane, portion });
  }

  end(): void {
    this.#ended = true;
    if (this.#heldBack === undefined) this.#filling.lane.post({ message: 'end' });
  }

  /**
   * Returns the next output, and the thread's queue to which the output's buffer must be returned. Returns undefined
   * after the last output.
   */
  async next(): Promise<{ output: PackedCodecOutput; lane: UploadChannel } | undefined> {
    for (;;) {
      if (this.#isAborted) throw this.#error;
      const { lane } = this.#order[0]!;
      const event = lane.events.shift();
      if (event?.event === 'output') return { output: event.output, lane };
      if (event?.event === 'cut') {
        if (event.isSettled) this.#advancePortion();
        else await this.#reclaimPortions();
        continue;
      }
      if (this.#error) throw this.#error;
      if (this.#finished || event?.event === 'done') return undefined;
      await this.#waitForChange();
    }
  }

  close(): void {
    if (this.#finished) return;
    this.#finished = true;
    stopUploadReading(this.#options.gauge);
    this.#home.uploads -= 1;
    for (const lane of this.#lanes.values()) lane.drop();
    this.#notifyChange();
  }

  get #filling(): Portion {
    return this.#order.at(-1)!;
  }

  #openLane(thread: CodecThread): UploadChannel {
    let lane = this.#lanes.get(thread);
    if (lane === undefined) {
      lane = thread.open(this.#options, this);
      this.#lanes.set(thread, lane);
    }
    return lane;
  }

  /**
   * Returns a thread for the next range, or undefined if none is available. The thread must not be the one that reads
   * the beginning of another upload, and must not have more unfinished ranges of this upload than the current thread.
   */
  #findHelper(): CodecThread | undefined {
    const { lane } = this.#filling;
    let helper: CodecThread | undefined;
    let fewest = lane.portions;
    for (const thread of this.#threads) {
      const portions = this.#lanes.get(thread)?.portions ?? 0;
      const own = thread === this.#home ? 1 : 0;
      if (thread === lane.thread || thread.uploads > own || portions > fewest) continue;
      helper = thread;
      fewest = portions;
    }
    return helper;
  }

  /** Continues with the outputs of the next range, whose start is now confirmed. */
  #advancePortion(): void {
    this.#order.shift();
    const { lane, portion } = this.#order[0]!;
    lane.post({ message: 'certain', portion });
  }

  /**
   * Sends the bytes of all later ranges to the thread of the first range, because that range did not end where the next
   * one starts.
   */
  async #reclaimPortions(): Promise<void> {
    const [front] = this.#order;
    const { lane } = front!;
    const lanes = new Set(this.#order.map((one) => one.lane));
    this.#isWhole = true;
    this.#heldBack = [];
    this.#order = [front!];
    for (const one of lanes) one.post({ message: 'giveBack' });
    const pieces: InputBufferPiece[] = [];
    for (const one of lanes) pieces.push(...(await this.#awaitReturnedPieces(one)));
    for (const one of lanes) if (one !== lane) this.#dropLane(one);
    const inOrder = pieces.sort((a, b) => a.portion - b.portion).concat(this.#heldBack);
    this.#heldBack = undefined;
    for (const { buffer, length } of inOrder) lane.post({ message: 'data', buffer, length }, [buffer]);
    if (this.#ended) lane.post({ message: 'end' });
  }

  /**
   * Returns the input buffers that the thread gives back. Discards the thread's outputs, because the thread read from a
   * wrong offset.
   */
  async #awaitReturnedPieces(lane: UploadChannel): Promise<readonly InputBufferPiece[]> {
    for (;;) {
      const given = lane.events.find((one) => one.event === 'gaveBack');
      lane.events = [];
      if (given) return given.pieces;
      if (this.#error) throw this.#error;
      if (this.#finished) return [];
      await this.#waitForChange();
    }
  }

  #dropLane(lane: UploadChannel): void {
    this.#lanes.delete(lane.thread);
    lane.drop();
  }

  #waitForChange(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  #notifyChange(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resolve of wake) resolve();
  }
}

function toChannelEvent(
  message: Exclude<CodecMessage, { message: 'read' | 'failed' | 'warned' }>,
): UploadChannelEvent {
  switch (message.message) {
    case 'output':
      return { event: 'output', output: message.value };
    case 'cut':
      return { event: 'cut', isSettled: message.isSettled };
    case 'gaveBack':
      return { event: 'gaveBack', pieces: message.pieces };
    case 'done':
      return { event: 'done' };
  }
}
