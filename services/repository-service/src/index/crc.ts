// Converts CRC-32 values from PostgreSQL, whose 32-bit integers are signed.

/** Returns the CRC-32 of a column as an unsigned number; undefined if it was not recorded. */
export function toUnsignedCrc(crc: number | null): number | undefined {
  return crc === null ? undefined : crc >>> 0;
}
