// Lengths and checksums of companions that lie side by side.
import { crc32 } from 'node:zlib';
import type { Arrival } from '../../domain/companions/arrangement.ts';
import type { ReadCompanion } from '../../domain/record/read-companion.ts';

type Companions = readonly Arrival<ReadCompanion>[];

export function findingsOf(companions: Companions): readonly ReadCompanion[] {
  return companions.length === 0 ? NO_FINDINGS : companions.map(({ finding }) => finding);
}

const NO_FINDINGS: readonly ReadCompanion[] = [];

export function bytesOf(companions: readonly ReadCompanion[]): number {
  let bytes = 0;
  for (const { memberLength } of companions) bytes += memberLength;
  return bytes;
}

/** CRC-32 of these behind what has `before`; that of the first is known. */
export function crcOf(companions: Companions, before: number | undefined): number | undefined {
  let crc = before;
  for (const { finding, member } of companions) {
    crc = crc === undefined ? finding.memberCrc32 : crc32(member, crc);
  }
  return crc;
}
