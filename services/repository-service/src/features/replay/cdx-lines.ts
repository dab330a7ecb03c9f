// The usual lines, of eleven columns, written from the bytes of captures into those of the answer: as text each value would
// be decoded, put together and encoded again, which takes most of the time of a long answer.
import type { Capture } from '../../domain/replay/capture.ts';
import { RawCapture } from '../../domain/replay/raw-capture.ts';
import { warcFileName } from '../../domain/replay/warc-name.ts';
import { int16, int32, int64 } from '../../domain/rows/raw-values.ts';
import { ByteWriter } from '../shared/byte-writer.ts';
import { type LentBytes, roomFor } from '../shared/lent-bytes.ts';
import { cdxLine } from './cdx-fields.ts';
import { TIMESTAMP_DIGITS, writeCdxTimestamp } from './cdx-time.ts';

/** Undefined when they are not all raw. What `cdxLine` gives of each, and line feeds. */
export function cdxLines(captures: readonly Capture[], namespace: string): LentBytes | undefined {
  const likelyBytes = captures.length * (USUAL_LINE_BYTES + namespace.length) + MOST_BESIDE;
  const { room, release } = roomFor(likelyBytes);
  const lines = new Lines(namespace, new ByteWriter(room));
  for (const capture of captures) {
    if (!(capture instanceof RawCapture)) {
      release();
      return undefined;
    }
    lines.add(capture);
  }
  return { bytes: lines.written(), release };
}

const code = (character: string): number => character.charCodeAt(0);
const [SPACE, DASH] = [code(' '), code('-')];
const UNKNOWN_MIME = Buffer.from('unk');
const NO_REDIRECT = Buffer.from(' - - ');
const OFFSET = Buffer.from(' 0 ');
const SHA1_BYTES = 20;

const USUAL_LINE_BYTES = 300;
/** A line has no more than this beside its key, URL, media type and namespace. */
const MOST_BESIDE = 256;

class Lines {
  readonly #namespace: string;
  readonly #nameBegin: Buffer;
  readonly #nameEnd: Buffer;
  readonly #out: ByteWriter;

  constructor(namespace: string, out: ByteWriter) {
    const [begin = '', end = ''] = warcFileName({ namespace, id: '\0' }).split('\0');
    this.#namespace = namespace;
    this.#nameBegin = Buffer.from(begin);
    this.#nameEnd = Buffer.from(`${end}\n`);
    this.#out = out;
  }

  written(): Buffer {
    return this.#out.written();
  }

  add(capture: RawCapture): void {
    const begun = this.#out.at;
    if (this.#addPlain(capture)) return;
    this.#out.goBack(begun);
    this.#out.text(`${cdxLine(capture, this.#namespace)}\n`);
  }

  /** False for a line that takes more than copying; what it has written then does not count. */
  #addPlain({ bytes, start }: RawCapture): boolean {
    const out = this.#out;
    const timeAt = start + 4 + int32(bytes, start);
    const urlAt = timeAt + 12;
    const mimeAt = urlAt + 4 + int32(bytes, urlAt);
    const statusAt = mimeAt + 4 + Math.max(0, int32(bytes, mimeAt));
    const sha1At = statusAt + 4 + Math.max(0, int32(bytes, statusAt));
    const redirectAt = sha1At + 4 + int32(bytes, sha1At);
    if (int32(bytes, redirectAt) >= 0 || redirectAt - sha1At !== 4 + SHA1_BYTES) return false;
    out.reserve(statusAt - start + this.#nameBegin.length + MOST_BESIDE);
    out.copy(bytes, start + 4, timeAt);
    out.byte(SPACE);
    out.by(TIMESTAMP_DIGITS, writeCdxTimestamp, int64(bytes, timeAt + 4));
    out.byte(SPACE);
    if (!out.plain(bytes, urlAt + 4, mimeAt)) return false;
    out.byte(SPACE);
    if (int32(bytes, mimeAt) < 0) out.copy(UNKNOWN_MIME, 0, UNKNOWN_MIME.length);
    else if (!out.plain(bytes, mimeAt + 4, statusAt)) return false;
    out.byte(SPACE);
    if (int32(bytes, statusAt) < 0) out.byte(DASH);
    else out.integer(int16(bytes, statusAt + 4));
    out.byte(SPACE);
    out.base32(bytes, sha1At + 4, redirectAt);
    out.copy(NO_REDIRECT, 0, NO_REDIRECT.length);
    out.integer(int64(bytes, redirectAt + 8));
    out.copy(OFFSET, 0, OFFSET.length);
    out.copy(this.#nameBegin, 0, this.#nameBegin.length);
    out.uuid(bytes, redirectAt + 20);
    out.copy(this.#nameEnd, 0, this.#nameEnd.length);
    return true;
  }
}
