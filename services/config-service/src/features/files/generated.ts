// The two generated files: the node's sources (`cluster`) and the stored files in use (`user-config`).
import { createHash } from 'node:crypto';
import { makeEtag, type ReadableFile } from './file-response.ts';

export interface GeneratedFile {
  /** Values of `org.lockss.auxPropUrls`. */
  readonly urls: readonly string[];
  readonly modifiedMs: number;
}

export function makeGeneratedFile({ urls, modifiedMs }: GeneratedFile): ReadableFile {
  const values = urls.map((url) => `        <value>${escaped(url)}</value>\n`).join('');
  // Omits the property if it has no values, because an empty list is not allowed.
  const property =
    values === ''
      ? ''
      : `  <property name="org.lockss">\n    <property name="auxPropUrls">\n      <list append="false">\n${values}      </list>\n    </property>\n  </property>\n`;
  const bytes = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<lockss-config>\n${property}</lockss-config>\n`,
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    format: 'xml',
    sizeBytes: bytes.length,
    etag: makeEtag(sha256),
    modifiedMs,
    open: async function* () {
      yield bytes;
    },
  };
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (char) => entities.get(char)!);
}
