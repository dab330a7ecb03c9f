// Values as PostgreSQL sends them in its binary format: each behind its length in 4 bytes, -1 for null, and numbers
// big-endian. The methods of Buffer check their arguments, which takes longer than to read.

export function int16(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
}

export function int32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

export function int64(bytes: Uint8Array, at: number): number {
  return int32(bytes, at) * 2 ** 32 + (int32(bytes, at + 4) >>> 0);
}

/** The text of the 16 bytes from there on. */
export function uuidText(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The text of the value whose length stands at `at`; undefined for null. */
export function textAt(bytes: Buffer, at: number): string | undefined {
  const length = int32(bytes, at);
  return length < 0 ? undefined : bytes.toString('utf8', at + 4, at + 4 + length);
}
