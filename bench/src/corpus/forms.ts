// Converts the records of a file to other archive formats.
import { constants, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';

/**
 * Archive format. `warc`: gzip members. `zstd`: the same records as zstd frames. `arc`: only the responses, as gzip
 * members of an ARC file.
 */
export type ArchiveForm = 'warc' | 'zstd' | 'arc';

const EXTENSIONS: Record<ArchiveForm, string> = { warc: 'warc.gz', zstd: 'warc.zst', arc: 'arc.gz' };

export function toArchiveExtension(form: ArchiveForm): string {
  return EXTENSIONS[form];
}

/** Converts a record, which is a gzip member. Returns undefined if the target format omits this record. */
export function convertRecord(form: ArchiveForm, member: Buffer): Buffer | undefined {
  if (form === 'warc') return member;
  const record = gunzipSync(member);
  if (form === 'zstd') return zstdCompressSync(record, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const text = toArcRecord(record);
  return text && gzipSync(text, { level: 6 });
}

function toArcRecord(record: Buffer): Buffer | undefined {
  const blockAt = record.indexOf('\r\n\r\n') + 4;
  const header = record.toString('latin1', 0, blockAt);
  const field = (name: string) => new RegExp(`^${name}: (.*)\\r$`, 'm').exec(header)?.[1];
  const date = field('WARC-Date')!.replace(/\D/g, '');
  const type = field('WARC-Type');
  if (type === 'warcinfo') {
    const block = '1 0 Bench\nURL IP-address Archive-date Content-type Archive-length\n';
    return Buffer.from(
      `filedesc://${field('WARC-Filename')} 0.0.0.0 ${date} text/plain ${block.length}\n${block}\n`,
    );
  }
  if (type !== 'response') return undefined;
  const block = record.subarray(blockAt, -4);
  const line = `${field('WARC-Target-URI')} ${field('WARC-IP-Address')} ${date} text/html ${block.length}\n`;
  return Buffer.concat([Buffer.from(line, 'latin1'), block, Buffer.from('\n')]);
}
