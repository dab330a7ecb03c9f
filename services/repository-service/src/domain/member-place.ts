// Where the codec has put the gzip member of a record that is to be stored.

export interface MemberPlace {
  /** In the bytes of its batch, sent ahead in chunks, or nowhere. */
  readonly memberAt: 'batch' | 'chunks' | 'nowhere';
  readonly memberStart: number;
  readonly memberLength: number;
  /** CRC-32 of its bytes as they are. */
  readonly memberCrc32: number;
}
