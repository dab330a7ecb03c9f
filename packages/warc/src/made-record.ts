// The two records that a file of ours is framed by: the warcinfo at its start and the manifest at its end.
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { fieldLines, wholeRecord } from './new-record.ts';

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

/** A `metadata` record that holds JSON lines, as one gzip member; compressed off this thread. */
export async function manifestMember(
  manifest: MadeRecordIdentity & { lines: readonly string[] },
): Promise<Buffer> {
  const { recordId, dateMs } = manifest;
  const block = Buffer.from(manifest.lines.map((line) => `${line}\n`).join(''));
  const record = wholeRecord(
    { type: 'metadata', recordId, dateMs, contentType: 'application/x-ndjson' },
    block,
  );
  // Half of a manifest is digests, which do not compress: more effort would gain little.
  return gzipAsync(record, { level: 1, chunkSize: MANIFEST_CHUNK_BYTES });
}

/** A value can end no line and so begin no field of its own. */
function oneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
  return value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]+/g, ' ');
}
