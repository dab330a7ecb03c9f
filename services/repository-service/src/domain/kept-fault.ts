// How it is said of an object that a record in it, which belongs to no artifact, is damaged.

/** `offset`: where the record begins in the object. */
export function keptFault(offset: number, reason: string): string {
  return `a record at ${offset} ${WORDS}${reason}`;
}

/** Whether nothing else is said to be wrong with the object. */
export function isKeptFault(fault: string): boolean {
  return fault.startsWith('a record at ') && fault.includes(WORDS);
}

const WORDS = 'that belongs to no artifact is damaged: ';
