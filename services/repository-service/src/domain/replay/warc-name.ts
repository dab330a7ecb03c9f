// Names of the WARC files that replay serves. Each file contains one record.

export interface WarcName {
  readonly namespace: string;
  readonly uuid: string;
  /** Format of the file: the stored gzip member, or the uncompressed record. */
  readonly form: 'gzip' | 'plain';
}

/**
 * Parses `{namespace}:{uuid}.warc.gz` or `{namespace}:{uuid}.warc`. The last colon separates the namespace from the
 * UUID. Returns undefined for an invalid name.
 */
export function parseWarcName(fileName: string): WarcName | undefined {
  const [, namespace, uuid, gzip] =
    /^([A-Za-z0-9][A-Za-z0-9._-]{0,254}):([0-9a-f-]{36})\.warc(\.gz)?$/.exec(fileName) ?? [];
  if (namespace === undefined || uuid === undefined) return undefined;
  return { namespace, uuid, form: gzip === undefined ? 'plain' : 'gzip' };
}

export function formatWarcFileName({ namespace, id }: { namespace: string; id: string }): string {
  return `${namespace}:${id}.warc.gz`;
}
