// How a path names one of an artifact's records, and in what form it is wanted.

export interface RecordName {
  /** Its number in the list, or its WARC-Record-ID without `<>`. */
  readonly wanted: number | string;
  /** The stored gzip member, or the record that it holds. */
  readonly form: 'gzip' | 'plain';
}

/** `0`, `0.warc.gz`, `0.warc`; and the same with a record id. */
export function recordName(text: string): RecordName {
  const [, name = '', ending] = /^(.*?)(\.warc|\.warc\.gz)?$/s.exec(text) ?? [];
  const wanted = /^\d{1,9}$/.test(name) ? Number(name) : name.replace(/^<(.*)>$/s, '$1');
  return { wanted, form: ending === '.warc' ? 'plain' : 'gzip' };
}
