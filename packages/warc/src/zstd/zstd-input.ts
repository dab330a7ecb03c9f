// Reads zstandard input: its dictionary and its frames. After damage, searches for the next frame.
import type { RecordFormat } from '../input/archive-format.ts';
import type { ArchiveInput, ArchiveInputParts } from '../input/archive-input.ts';
import { ContentDetector, makeNotAWarcErrorFromReason } from '../input/content-detector.ts';
import type { ContentParser } from '../record/content-parser.ts';
import { RecentByteRing } from './recent-byte-ring.ts';
import {
  DICTIONARY_FRAME,
  DictionaryCollector,
  MAX_DICTIONARY_BYTES,
  type ZstdDictionary,
} from './zstd-dictionary.ts';
import { decodeFrameStart, findDecodingObstacle, ZstdEngine } from './zstd-engine.ts';
import { ZSTD_MAGIC, ZstdFrame } from './zstd-frame.ts';

type ZstdInputState = 'between' | 'frame' | 'skippable' | 'dictionary' | 'search';

/** Maximum number of decoded bytes that are passed to the parser at once. */
const WINDOW_BYTES = 320 * 1024;
/** Number of bytes that one call decodes before it returns, because a few input bytes may decode to very many. */
const STEP_BYTES = 4 * 1024 * 1024;
/** Number of bytes that one call decodes at the end of the input, where stored bytes may have to be searched again. */
const END_BYTES = 64 * 1024 * 1024;
const SKIPPABLE_HEADER_BYTES = 8;
/** Number of bytes of a frame that are stored, so that they can be searched again after damage. */
const HELD_BYTES = 1024 * 1024;
/**
 * Limit on the number of decoders discarded after damage, because creating a decoder takes time. The limit grows by one
 * for each `BYTES_PER_FAULT` bytes of input.
 */
const FAULTS_LEAST = 1000;
const BYTES_PER_FAULT = 1024;
const DAMAGED = 'The zstandard frame is damaged';
const EMPTY = Buffer.alloc(0);

export class ZstdInput implements ArchiveInput {
  /** Always 0, because this reader copies all bytes that it may need again. */
  readonly heldInputBytes = 0;
  readonly #parts: ArchiveInputParts;
  readonly #content: ContentDetector;
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  readonly #frame = new ZstdFrame();
  readonly #dictionaryContent = new DictionaryCollector();
  readonly #held = new RecentByteRing(HELD_BYTES);
  #engine: ZstdEngine | undefined;
  #dictionary: ZstdDictionary | undefined;
  #state: ZstdInputState = 'between';
  #buffer: Buffer = EMPTY;
  #at = 0;
  /** Index in #buffer of the first byte of the frame that the engine has not consumed. The frame extends to #at. */
  #fedTo = 0;
  /** Input offset of #buffer[0]. */
  #base = 0;
  #inputBytes = 0;
  #faults = 0;
  #frameOffset = 0;
  #windowLength = 0;
  #unproven = true;
  #announced = false;
  /** Remaining length of a skippable frame. */
  #skipLeft = 0;

  constructor(parts: ArchiveInputParts, openParser: (format: RecordFormat) => ContentParser) {
    this.#parts = parts;
    this.#content = new ContentDetector('zstd', openParser);
  }

  write(chunk: Buffer): boolean {
    if (this.#parts.inflation.isStopped) return true;
    // Moves the rest of the previous chunk, which was too short to be processed, to the start of the buffer.
    const rest = this.#buffer.length;
    this.#buffer = rest === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    this.#base = this.#inputBytes - rest;
    this.#inputBytes += chunk.length;
    this.#at = 0;
    this.#fedTo = 0;
    return this.goOn();
  }

  goOn(): boolean {
    if (!this.#decodeStep(STEP_BYTES)) return false;
    if (this.#state === 'frame') {
      const from = Math.max(0, this.#frameOffset - this.#base);
      this.#held.push(this.#buffer.subarray(from), this.#base + from);
    }
    if (this.#state === 'search') this.#content.expectBefore(this.#inputBytes);
    // Copies the rest of the chunk, because a small rest would keep the whole chunk in memory.
    this.#buffer = Buffer.from(this.#buffer.subarray(this.#at));
    return true;
  }

  end(): void {
    const rest = this.#buffer.length;
    this.#base = this.#inputBytes - rest;
    this.#at = 0;
    this.#fedTo = 0;
    if (this.#state === 'between' && rest > 0) this.#beginFrame(false);
    while (this.#state !== 'between' && this.#state !== 'search') {
      if (this.#state === 'frame' && !this.#unproven) this.#pushWindow();
      this.#abandonFrame('The input ends inside a zstandard frame.');
      this.#decodeStep(END_BYTES);
    }
    this.#content.expect().end();
  }

  close(): void {
    this.#dropEngine();
    this.#buffer = EMPTY;
    this.#held.clear();
    this.#content.parser?.close();
  }

  /** Decodes up to `stepBytes`. Returns false if more can be decoded. */
  #decodeStep(stepBytes: number): boolean {
    let left = stepBytes;
    const { inflation } = this.#parts;
    while (!inflation.isStopped && (this.#at < this.#buffer.length || this.#state === 'frame')) {
      const { length } = this.#buffer;
      if (this.#state === 'frame') {
        if (this.#at === length && this.#fedTo === length && this.#frame.status === 'open') return true;
        left -= this.#readFrame();
        if (left <= 0) return false;
      } else if (this.#state === 'skippable' || this.#state === 'dictionary') this.#skipContent();
      else if (this.#state === 'search' ? !this.#searchFrame() : !this.#beginNextFrame()) return true;
    }
    return true;
  }

  /** Begins the next frame. Returns false if more bytes are needed to identify it. */
  #beginNextFrame(): boolean {
    const buffer = this.#buffer;
    const left = buffer.length - this.#at;
    if (left < ZSTD_MAGIC.length) return false;
    const magic = buffer.readUInt32LE(this.#at);
    if (magic >>> 4 !== DICTIONARY_FRAME >>> 4) {
      this.#beginFrame(this.#content.parser === undefined);
      return true;
    }
    if (left < SKIPPABLE_HEADER_BYTES) return false;
    this.#frameOffset = this.#base + this.#at;
    this.#skipLeft = buffer.readUInt32LE(this.#at + 4);
    this.#at += SKIPPABLE_HEADER_BYTES;
    this.#state = magic === DICTIONARY_FRAME ? 'dictionary' : 'skippable';
    if (this.#state === 'dictionary' && this.#skipLeft > MAX_DICTIONARY_BYTES) {
      this.#rejectDictionary(`is larger than ${MAX_DICTIONARY_BYTES} bytes`);
      this.#state = 'skippable';
    }
    this.#skipContent();
    return true;
  }

  #skipContent(): void {
    const stop = Math.min(this.#buffer.length, this.#at + this.#skipLeft);
    const isDictionary = this.#state === 'dictionary';
    if (isDictionary) this.#dictionaryContent.push(this.#buffer.subarray(this.#at, stop));
    this.#skipLeft -= stop - this.#at;
    this.#at = stop;
    if (this.#skipLeft > 0) return;
    this.#state = 'between';
    if (!isDictionary) return;
    this.#dictionary = this.#dictionaryContent.take();
    this.#dropEngine();
    if (this.#dictionary === undefined) this.#rejectDictionary('is damaged');
  }

  #rejectDictionary(what: string): void {
    if (this.#content.parser === undefined)
      throw makeNotAWarcErrorFromReason(`its zstandard dictionary ${what}`);
    const message = `A zstandard dictionary ${what}.`;
    this.#parts.damage.pend({ offset: this.#frameOffset, message });
  }

  #beginFrame(unproven: boolean): void {
    this.#state = 'frame';
    this.#frameOffset = this.#base + this.#at;
    this.#content.expectBefore(this.#frameOffset);
    this.#fedTo = this.#at;
    this.#frame.begin();
    this.#held.clear();
    this.#windowLength = 0;
    this.#unproven = unproven;
    this.#announced = false;
  }

  /** Decodes bytes of the frame until the window is full or the input ends. Returns the number of decoded bytes. */
  #readFrame(): number {
    const frame = this.#frame;
    if (this.#fedTo === this.#at) {
      const headerSeen = frame.headerSeen;
      this.#at = frame.read(this.#buffer, this.#at, this.#buffer.length);
      if (!headerSeen && frame.headerSeen && !this.#checkDecodable()) return 0;
      if (frame.status === 'bad' && !frame.blockSeen) {
        this.#abandonFrame(`${DAMAGED}.`);
        return 0;
      }
    }
    this.#engine ??= new ZstdEngine(this.#dictionary?.bytes);
    const engine = this.#engine;
    engine.step(this.#buffer, this.#fedTo, this.#at, this.#window, this.#windowLength);
    if (engine.fault !== '') {
      this.#abandonFrame(frame.blockSeen ? `${DAMAGED}: ${engine.fault}.` : `${DAMAGED}.`);
      return 0;
    }
    const { consumed, produced } = engine;
    this.#fedTo += consumed;
    this.#windowLength += produced;
    if (!this.#parts.inflation.add(produced)) {
      if (!this.#unproven) this.#pushWindow();
      this.#parts.damage.crossed();
      this.#abandonFrame(this.#parts.inflation.message);
      return produced;
    }
    const isFull = this.#windowLength === WINDOW_BYTES;
    const ended = !isFull && this.#fedTo === this.#at && frame.status === 'ended';
    if (this.#unproven && !this.#checkContent(ended)) return produced;
    if (isFull) {
      this.#pushWindow();
      this.#content.parser!.leave();
    } else if (ended) this.#endFrame();
    else if (frame.status === 'bad' && this.#fedTo === this.#at) this.#abandonFrame(`${DAMAGED}.`);
    return produced;
  }

  /** Returns whether the frame can be decoded. If not, reports the reason as damage. */
  #checkDecodable(): boolean {
    const message = findDecodingObstacle(this.#frame, this.#dictionary?.id);
    if (message !== undefined) this.#abandonFrame(message);
    return message === undefined;
  }

  /** Checks whether the frame begins with a record. Returns false if not. A frame without content proves nothing. */
  #checkContent(ended: boolean): boolean {
    const begins = this.#content.begins(this.#window, this.#windowLength);
    if (begins) this.#unproven = false;
    if (begins || (begins === undefined && (!ended || this.#windowLength === 0))) return true;
    this.#abandonFrame('The zstandard frame contains no record.');
    return false;
  }

  #endFrame(): void {
    this.#state = 'between';
    if (this.#unproven) return; // The frame is empty.
    this.#pushWindow();
    this.#content.parser!.endMember(this.#base + this.#at - this.#frameOffset);
  }

  #pushWindow(): void {
    const parser = this.#content.parser!;
    if (!this.#announced) parser.beginMember(this.#frameOffset);
    this.#announced = true;
    const length = this.#windowLength;
    this.#windowLength = 0;
    parser.push(this.#window, 0, length, 0);
  }

  /**
   * Abandons the frame. Searches for the next one from the second byte of the abandoned one, because damage may have
   * hidden the boundary between the two.
   */
  #abandonFrame(message: string): void {
    const mayTell = this.#content.isFirst || !this.#unproven;
    const isRead = this.#state === 'frame' && !this.#announced && mayTell;
    this.#state = 'search';
    this.#dropEngine();
    const at = this.#rewind();
    const start =
      isRead && at >= 0 ? decodeFrameStart(this.#dictionary?.bytes, this.#buffer.subarray(at)) : EMPTY;
    const known = this.#content.giveUp(start, !this.#unproven);
    this.#content.missed(this.#window, this.#windowLength, message);
    this.#parts.damage.pend({ offset: this.#frameOffset, message, ...known });
  }

  #dropEngine(): void {
    if (this.#engine === undefined) return;
    this.#faults++;
    this.#engine.close();
    this.#engine = undefined;
  }

  /**
   * Moves back to the second byte of the frame, or to the first stored byte if that comes later. Returns the index of
   * the frame in #buffer, or -1 if its first byte is not stored.
   */
  #rewind(): number {
    const againBytes = this.#base + this.#at - this.#frameOffset;
    const again = this.#held.again(this.#buffer, this.#base, againBytes, this.#inputBytes);
    if (again === undefined) return -1;
    this.#buffer = again.bytes;
    this.#base = again.offset;
    const frameAt = this.#frameOffset - this.#base;
    this.#at = Math.max(0, frameAt + 1);
    return Math.max(-1, frameAt);
  }

  /** Searches for the next frame. Returns false if there is none in the available bytes. */
  #searchFrame(): boolean {
    const found = this.#buffer.indexOf(ZSTD_MAGIC, this.#at);
    if (found < 0) {
      this.#at = Math.max(this.#at, this.#buffer.length - ZSTD_MAGIC.length + 1);
      return false;
    }
    const isTooMuch = this.#faults > FAULTS_LEAST + this.#inputBytes / BYTES_PER_FAULT;
    this.#at = isTooMuch ? found + 1 : found;
    if (!isTooMuch) this.#beginFrame(true);
    return true;
  }
}
