// WARC records that this software writes itself: the warcinfo at the start of a file and the manifest at its end.
// Records that were imported are never made anew.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { base32 } from './digest-text.ts';

export interface MadeRecordIdentity {
  /** `<urn:uuid:…>` */
  recordId: string;
  dateMs: number;
  /** WARC-Filename: what the file is called that the record is in. */
  filename: string;
}

const gzipAsync = promisify(gzip);

/** A `warcinfo` record as one gzip member. Field values lose their line breaks. */
export function warcinfoMember(
  info: MadeRecordIdentity & { fields: Readonly<Record<string, string>> },
): Buffer {
  const fields = { ...info.fields, format: 'WARC File Format 1.1' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  return gzipSync(madeRecord('warcinfo', info, 'application/warc-fields', Buffer.from(lines.join(''))));
}

/** A `metadata` record that holds JSON lines, as one gzip member; compressed off this thread. */
export async function manifestMember(
  manifest: MadeRecordIdentity & { lines: readonly string[] },
): Promise<Buffer> {
  const block = Buffer.from(manifest.lines.map((line) => `${line}\n`).join(''));
  // Half of a manifest is digests, which do not compress: more effort would gain little.
  return gzipAsync(madeRecord('metadata', manifest, 'application/x-ndjson', block), { level: 1 });
}

/** The record, not compressed. */
export function madeRecord(
  type: string,
  { recordId, dateMs, filename }: MadeRecordIdentity,
  contentType: string,
  block: Buffer,
): Buffer {
  const fields = {
    'WARC-Type': type,
    'WARC-Record-ID': recordId,
    'WARC-Date': new Date(dateMs).toISOString(),
    'WARC-Filename': type === 'warcinfo' ? filename : undefined,
    'Content-Type': contentType,
    'WARC-Block-Digest': `sha1:${base32(createHash('sha1').update(block).digest())}`,
    'Content-Length': String(block.length),
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${oneLine(value!)}\r\n`);
  const header = Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`);
  return Buffer.concat([header, block, Buffer.from('\r\n\r\n')]);
}

/** A value can end no line and so begin no field of its own. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, ' ');
}
