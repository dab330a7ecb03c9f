// Finds the end of a zstandard frame (RFC 8878) without decompressing its blocks. Parses the values in its header that
// a decoder needs.

export const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const MAX_BLOCK_BYTES = 128 * 1024;
/** Size of the magic number and the frame header descriptor. */
const FIXED_BYTES = 5;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RAW = 0;
const RLE = 1;
const RESERVED = 3;

export class ZstdFrame {
  status: 'open' | 'ended' | 'bad' = 'open';
  /** True if the header is complete, so that `windowBytes` and `dictionaryId` are valid. */
  headerSeen = false;
  /** True if the header of at least one block has been read. */
  blockSeen = false;
  /** Window size: number of decoded bytes that a decoder must hold in memory. */
  windowBytes = 0;
  /** Dictionary ID. 0 if the frame has none. */
  dictionaryId = 0;
  readonly #gathered = Buffer.alloc(32);
  #count = 0;
  #wanted = FIXED_BYTES;
  #blockLeft = 0;
  #isLast = false;
  #hasChecksum = false;

  begin(): void {
    this.status = 'open';
    this.headerSeen = false;
    this.blockSeen = false;
    this.#count = 0;
    this.#wanted = FIXED_BYTES;
    this.#blockLeft = 0;
    this.#isLast = false;
  }

  /** Parses bytes[start, end). Returns the index after the bytes of this frame. Stops at an error. */
  read(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && this.status === 'open') {
      if (this.#blockLeft > 0) {
        const step = Math.min(end - at, this.#blockLeft);
        at += step;
        this.#blockLeft -= step;
        if (this.#blockLeft === 0) this.#endBlock();
        continue;
      }
      this.#gathered[this.#count++] = bytes[at++]!;
      if (this.#count === this.#wanted) this.#parseGathered();
    }
    return at;
  }

  #parseGathered(): void {
    if (this.#wanted === FIXED_BYTES && !this.headerSeen) this.#parseDescriptor();
    else if (!this.headerSeen) this.#endHeader();
    else if (this.#wanted === BLOCK_HEADER_BYTES) this.#parseBlockHeader();
    else this.status = 'ended';
  }

  #parseDescriptor(): void {
    const descriptor = this.#gathered[4]!;
    if (descriptor & 0x08 || !this.#gathered.subarray(0, 4).equals(ZSTD_MAGIC)) {
      this.status = 'bad';
      return;
    }
    const { isSingle, dictionaryIdBytes, contentSizeBytes } = decodeDescriptor(descriptor);
    this.#hasChecksum = (descriptor & 0x04) !== 0;
    this.#wanted += (isSingle ? 0 : 1) + dictionaryIdBytes + contentSizeBytes;
    // The header contains the window size, the content size or both.
  }

  #endHeader(): void {
    const header = this.#gathered;
    const { isSingle, dictionaryIdBytes, contentSizeBytes } = decodeDescriptor(header[4]!);
    let at = FIXED_BYTES;
    if (!isSingle) {
      const base = 2 ** (10 + (header[at]! >> 3));
      this.windowBytes = base + (base / 8) * (header[at]! & 7);
      at++;
    }
    this.dictionaryId = dictionaryIdBytes === 0 ? 0 : header.readUIntLE(at, dictionaryIdBytes);
    at += dictionaryIdBytes;
    if (isSingle) this.windowBytes = readContentSize(header, at, contentSizeBytes);
    this.headerSeen = true;
    this.#beginGathering(BLOCK_HEADER_BYTES);
  }

  #parseBlockHeader(): void {
    const header = this.#gathered.readUIntLE(0, BLOCK_HEADER_BYTES);
    const type = (header >> 1) & 3;
    const size = header >> 3;
    this.#isLast = (header & 1) === 1;
    if (type === RESERVED || size > MAX_BLOCK_BYTES) {
      this.status = 'bad';
      return;
    }
    this.#blockLeft = type === RLE ? 1 : size;
    if (this.#blockLeft === 0) {
      if (type !== RAW) this.status = 'bad';
      else this.#endBlock();
    }
  }

  #endBlock(): void {
    this.blockSeen = true;
    if (!this.#isLast) this.#beginGathering(BLOCK_HEADER_BYTES);
    else if (this.#hasChecksum) this.#beginGathering(CHECKSUM_BYTES);
    else this.status = 'ended';
  }

  #beginGathering(wanted: number): void {
    this.#count = 0;
    this.#wanted = wanted;
  }
}

function decodeDescriptor(descriptor: number) {
  const isSingle = (descriptor & 0x20) !== 0;
  const contentSizeBytes = CONTENT_SIZE_BYTES[descriptor >> 6]!;
  return {
    isSingle,
    dictionaryIdBytes: DICTIONARY_ID_BYTES[descriptor & 3]!,
    contentSizeBytes: isSingle && contentSizeBytes === 0 ? 1 : contentSizeBytes,
  };
}

function readContentSize(header: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(header.readBigUInt64LE(at));
  const size = header.readUIntLE(at, bytes);
  return bytes === 2 ? size + 256 : size;
}
