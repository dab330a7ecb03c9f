// CRC-32 as PostgreSQL gives it: its integers of 32 bits are signed.

/** The CRC of a column; undefined where it was not written down. */
export function unsignedCrc(crc: number | null): number | undefined {
  return crc === null ? undefined : crc >>> 0;
}
