// Formats the fault of an object in which a record without artifact is damaged.

/** `offset` is the start of the record in the object. */
export function formatKeptFault(offset: number, reason: string): string {
  return `a record at ${offset} ${WORDS}${reason}`;
}

/** Returns whether the only fault of the object is a damaged record without an artifact. */
export function isKeptFault(fault: string): boolean {
  return fault.startsWith('a record at ') && fault.includes(WORDS);
}

const WORDS = 'that belongs to no artifact is damaged: ';
