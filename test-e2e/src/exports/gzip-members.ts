// Splits a file into its gzip members. zlib finds the end of each member.
import { inflateRawSync } from 'node:zlib';

export interface InflatedGzipMember {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** Returns the gzip members in order. Throws if other bytes follow a gzip member. */
export function splitGzipMembers(file: Buffer): InflatedGzipMember[] {
  const members: InflatedGzipMember[] = [];
  for (let offset = 0; offset < file.length; ) {
    const start = offset + headerBytes(file, offset);
    const { buffer: content, engine } = inflateRawSync(file.subarray(start), { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    const end = start + engine.bytesWritten + 8;
    members.push({ offset, bytes: file.subarray(offset, end), content });
    offset = end;
  }
  return members;
}

/** Returns the length of a gzip member's header (RFC 1952, 2.3). */
function headerBytes(file: Buffer, offset: number): number {
  if (file.readUInt16BE(offset) !== 0x1f8b) throw new Error(`there is no gzip member at ${offset}`);
  const flags = file[offset + 3]!;
  let at = offset + 10;
  if (flags & 4) at += 2 + file.readUInt16LE(at);
  if (flags & 8) at = file.indexOf(0, at) + 1;
  if (flags & 16) at = file.indexOf(0, at) + 1;
  if (flags & 2) at += 2;
  return at - offset;
}
