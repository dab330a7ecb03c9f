// Formats the fault message of an object that contains a damaged record without artifact.

/** `offset` is the start of the record in the object. */
export function formatKeptFault(offset: number, reason: string): string {
  return `a record at ${offset} ${WORDS}${reason}`;
}

/** Returns whether the object has no other fault. */
export function isKeptFault(fault: string): boolean {
  return fault.startsWith('a record at ') && fault.includes(WORDS);
}

const WORDS = 'that belongs to no artifact is damaged: ';
