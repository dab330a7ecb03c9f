// Converts captures in PostgreSQL's binary format directly to lines of eleven columns. Decoding and encoding each value
// would take most of the time of a long response.
import { findValueEnd, isNullValue, readInt16, readInt64, readValueLength } from '@holdfast/pg-kit';
import type { Capture } from '../../../domain/replay/capture.ts';
import { formatWarcFileName } from '../../../domain/replay/warc-name.ts';
import { captureLayout, RawCapture } from '../../../index/replay/raw-captures.ts';
import { ByteWriter } from '../../shared/byte-writer.ts';
import { type PooledBytes, takeBuffer } from '../../shared/pooled-bytes.ts';
import { formatCdxLine } from '../words/cdx-fields.ts';
import { TIMESTAMP_DIGITS, writeCdxTimestamp } from '../words/cdx-time.ts';

/**
 * Returns the lines of `formatCdxLine`, with line feeds. Returns undefined unless all captures are in binary format.
 */
export function formatCdxLines(captures: readonly Capture[], namespace: string): PooledBytes | undefined {
  const likelyBytes = captures.length * (USUAL_LINE_BYTES + namespace.length) + MAX_BESIDE;
  const { room, release } = takeBuffer(likelyBytes);
  const lines = new CdxLineWriter(namespace, new ByteWriter(room));
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
/** Maximum length of a line in bytes, excluding key, URL, media type and namespace. */
const MAX_BESIDE = 256;

const { number } = captureLayout;
const { urlkey: URLKEY, collectionMs: TIME, url: URL, mime: MIME, httpStatus: STATUS } = number;
const { sha1: SHA1, redirect: REDIRECT, lengthBytes: LENGTH, id: ID } = number;

class CdxLineWriter {
  /** Offsets of the values of the current capture. */
  readonly #places = captureLayout.places();
  readonly #namespace: string;
  readonly #nameBegin: Buffer;
  readonly #nameEnd: Buffer;
  readonly #out: ByteWriter;

  constructor(namespace: string, out: ByteWriter) {
    const [begin = '', end = ''] = formatWarcFileName({ namespace, id: '\0' }).split('\0');
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
    this.#out.text(`${formatCdxLine(capture, this.#namespace)}\n`);
  }

  /**
   * Writes a line. Returns false if a value cannot be copied unchanged; the caller must then discard the bytes written
   * for this line.
   */
  #addPlain({ bytes, start }: RawCapture): boolean {
    const out = this.#out;
    const at = this.#places;
    captureLayout.locate(bytes, start, at);
    const [keyAt, urlAt, mimeAt, statusAt, sha1At] = [
      at[URLKEY]!,
      at[URL]!,
      at[MIME]!,
      at[STATUS]!,
      at[SHA1]!,
    ];
    if (!isNullValue(bytes, at[REDIRECT]!) || readValueLength(bytes, sha1At) !== SHA1_BYTES) return false;
    out.reserve(statusAt - start + this.#nameBegin.length + MAX_BESIDE);
    out.copy(bytes, keyAt, findValueEnd(bytes, keyAt));
    out.byte(SPACE);
    out.by(TIMESTAMP_DIGITS, writeCdxTimestamp, readInt64(bytes, at[TIME]!));
    out.byte(SPACE);
    if (!out.plain(bytes, urlAt, findValueEnd(bytes, urlAt))) return false;
    out.byte(SPACE);
    if (isNullValue(bytes, mimeAt)) out.copy(UNKNOWN_MIME, 0, UNKNOWN_MIME.length);
    else if (!out.plain(bytes, mimeAt, findValueEnd(bytes, mimeAt))) return false;
    out.byte(SPACE);
    if (isNullValue(bytes, statusAt)) out.byte(DASH);
    else out.integer(readInt16(bytes, statusAt));
    out.byte(SPACE);
    out.base32(bytes, sha1At, sha1At + SHA1_BYTES);
    out.copy(NO_REDIRECT, 0, NO_REDIRECT.length);
    out.integer(readInt64(bytes, at[LENGTH]!));
    out.copy(OFFSET, 0, OFFSET.length);
    out.copy(this.#nameBegin, 0, this.#nameBegin.length);
    out.uuid(bytes, at[ID]!);
    out.copy(this.#nameEnd, 0, this.#nameEnd.length);
    return true;
  }
}
