// The length of a gzip member's header (RFC 1952). Reads no more of the member.

const flags = { headerChecksum: 2, extra: 4, name: 8, comment: 16 };
const FIXED_BYTES = 10;

/** Bytes of the header that starts at `start`. Throws when there is none. */
export function gzipHeaderLength(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x1f || bytes[start + 1] !== 0x8b)
    throw new Error('No gzip member where one must start.');
  const flag = bytes[start + 3]!;
  let end = start + FIXED_BYTES;
  if (flag & flags.extra) end += 2 + bytes[end]! + bytes[end + 1]! * 256;
  if (flag & flags.name) end = bytes.indexOf(0, end) + 1;
  if (flag & flags.comment) end = bytes.indexOf(0, end) + 1;
  if (flag & flags.headerChecksum) end += 2;
  return end - start;
}
