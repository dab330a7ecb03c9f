// Names of the WARC archives that replay serves, one record each.

export interface WarcName {
  readonly namespace: string;
  readonly uuid: string;
  /** The stored gzip member, or the record it holds. */
  readonly form: 'gzip' | 'plain';
}

/** `{namespace}:{uuid}.warc.gz` or `….warc`, split at the last colon; undefined for anything else. */
export function warcName(fileName: string): WarcName | undefined {
  const [, namespace, uuid, gzip] =
    /^([A-Za-z0-9][A-Za-z0-9._-]{0,254}):([0-9a-f-]{36})\.warc(\.gz)?$/.exec(fileName) ?? [];
  if (namespace === undefined || uuid === undefined) return undefined;
  return { namespace, uuid, form: gzip === undefined ? 'plain' : 'gzip' };
}

export function warcFileName({ namespace, id }: { namespace: string; id: string }): string {
  return `${namespace}:${id}.warc.gz`;
}
