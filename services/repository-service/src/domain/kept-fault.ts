// Describes damage to a record without an artifact as a fault of its object.

/** Formats the fault. `offset`: offset of the record in the object. */
export function formatKeptRecordFault(offset: number, reason: string): string {
  return `a record at ${offset} ${WORDS}${reason}`;
}

/** Returns whether the fault is only a damaged record without an artifact. */
export function isKeptRecordFault(fault: string): boolean {
  return fault.startsWith('a record at ') && fault.includes(WORDS);
}

const WORDS = 'that belongs to no artifact is damaged: ';
