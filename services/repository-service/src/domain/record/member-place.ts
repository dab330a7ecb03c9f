// Where the codec has put the gzip member of a record that is to be stored.

export interface MemberPlace {
  /** In the bytes of its batch, sent ahead in chunks, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of its bytes as they are. */
  readonly memberCrc32: number;
}

const NOTHING = new Uint8Array(0);

/** Its member in the bytes of the batch that it came with; empty where it is not there. */
export function memberIn(
  finding: MemberPlace | { readonly finding: 'damage' },
  bytes: Uint8Array,
): Uint8Array {
  if (!('memberAt' in finding) || finding.memberAt !== 'batch') return NOTHING;
  return bytes.subarray(finding.memberStart, finding.memberStart + finding.memberLength);
}
