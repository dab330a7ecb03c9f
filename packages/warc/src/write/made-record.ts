// The two records that a file of ours is framed by: the warcinfo at its start and the manifest at its end.
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { LineBytes } from '../bytes/line-bytes.ts';
import { fieldLines, RECORD_END, recordHeader, sha1Digest, wholeRecord } from './new-record.ts';

export interface MadeRecordIdentity {
  /** `<urn:uuid:…>` */
  recordId: string;
  dateMs: number;
  /** WARC-Filename: what the file is called that the record is in. */
  filename: string;
}

const gzipAsync = promisify(gzip);

/** Each chunk of output costs a way to another thread and back: large manifests take few. */
const MANIFEST_CHUNK_BYTES = 256 * 1024;
/** The header of a manifest has fewer. */
const HEADER_BYTES = 1024;

/** A `warcinfo` record as one gzip member. Field values lose their line breaks. */
export function warcinfoMember(
  info: MadeRecordIdentity & { fields: Readonly<Record<string, string>> },
): Buffer {
  const fields = { ...info.fields, format: 'WARC File Format 1.1' };
  const lines = Object.entries(fields).map(([name, value]): [string, string] => [name, oneLine(value)]);
  const { recordId, dateMs, filename } = info;
  const record = wholeRecord(
    {
      type: 'warcinfo',
      recordId,
      dateMs,
      contentType: 'application/warc-fields',
      fields: [['WARC-Filename', oneLine(filename)]],
    },
    Buffer.from(fieldLines(lines)),
  );
  return gzipSync(record);
}

/** A usual line of a manifest takes less. */
const USUAL_BYTES_OF_LINE = 768;

/**
 * A `metadata` record that holds JSON lines, `count` or so of them, as one gzip member; compressed off this thread. The
 * lines are asked for one by one before it returns.
 */
export async function manifestMember(
  manifest: MadeRecordIdentity & { lines: Iterable<string>; count?: number },
): Promise<Buffer> {
  const { recordId, dateMs, count = 0 } = manifest;
  const block = new LineBytes(HEADER_BYTES, count * USUAL_BYTES_OF_LINE);
  try {
    for (const line of manifest.lines) block.add(line);
    const { lines } = block;
    const record = { type: 'metadata', recordId, dateMs, contentType: 'application/x-ndjson' } as const;
    const header = recordHeader({ ...record, blockDigest: sha1Digest(lines) }, lines.length);
    // Half of a manifest is digests, which do not compress: more effort would gain little.
    const options = { level: 1, chunkSize: MANIFEST_CHUNK_BYTES };
    return await gzipAsync(block.framed(header, RECORD_END), options);
  } finally {
    block.release();
  }
}

/** A value can end no line and so begin no field of its own. */
function oneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  return value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]+/g, ' ');
}
