// Formats the fault of an object in which a record without artifact is damaged.

/** `offset` is the start of the record in the object. */
export function formatKeptFault(offset: number, reason: string): string {
  return `a record at ${offset} ${WORDS}${reason}`;
}

/** Returns whether a damaged record without artifact is the object's only fault. */
export function isKeptFault(fault: string): boolean {
  return fault.startsWith('a record at ') && fault.includes(WORDS);
}

const WORDS = 'that belongs to no artifact is damaged: ';
