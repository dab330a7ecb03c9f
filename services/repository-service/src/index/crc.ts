// Converts CRC-32 values in PostgreSQL columns, whose 32-bit integers are signed.

/** Returns the CRC-32 as an unsigned number, or undefined if none was recorded. */
export function toUnsignedCrc(crc: number | null): number | undefined {
  return crc === null ? undefined : crc >>> 0;
}
