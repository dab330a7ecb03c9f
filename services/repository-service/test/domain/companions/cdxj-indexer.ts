// Test helper: runs cdxj-indexer from PyPI on request records.
import { spawnSync } from 'node:child_process';
import { type InstalledTool, installPythonTool } from '@holdfast/testkit';

export const installedCdxjIndexer = (): Promise<InstalledTool> =>
  installPythonTool({
    name: 'cdxj-indexer',
    version: '1.5.0',
    module: 'cdxj_indexer.postquery',
    install: [['cdxj-indexer==1.5.0', 'multipart==2.0.1', 'warcio==1.8.1', 'surt==0.3.1', 'Py3AMF==0.9.1']],
  });

export interface TheirRequest {
  readonly method: string;
  readonly body: string | undefined;
  readonly urlkey: string;
}

/**
 * Returns the result of cdxj-indexer for each request block of the URL, or undefined if cdxj-indexer raises an error
 * for the block.
 */
export function theirRequests(
  python: string,
  url: string,
  blocks: readonly Buffer[],
): (TheirRequest | undefined)[] {
  const input = blocks.map((block) => `${block.toString('base64')}\n`).join('');
  const options = { input, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, url], options);
  if (status !== 0) throw new Error(`cdxj-indexer failed: ${stderr}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const answer = JSON.parse(line) as { method: string; body: string | null; urlkey: string } | null;
      if (!answer) return undefined;
      const body = answer.body?.replaceAll('%00', '\0') || undefined;
      return { method: answer.method, body, urlkey: answer.urlkey };
    });
}

const program = `
import base64, json, sys
from io import BytesIO
from surt import surt
from cdxj_indexer.bufferiter import buffer_record_content
from cdxj_indexer.postquery import append_method_query
from warcio.recordloader import ArcWarcRecord, ArcWarcRecordLoader
from warcio.statusandheaders import StatusAndHeaders

url = sys.argv[1]
loader = ArcWarcRecordLoader(verify_http=False)
answers = sys.stdout
sys.stdout = sys.stderr = open('/dev/null', 'w')
for line in sys.stdin:
    block = base64.b64decode(line)
    try:
        stream = BytesIO(block)
        head = loader.load_http_headers('request', url, stream, len(block))
        record = ArcWarcRecord('warc', 'request', StatusAndHeaders('', []), stream, head, '', len(block))
        buffer_record_content(record)
        method = head.protocol
        fields = [head.get_header(name) for name in ('Content-Type', 'Content-Length')]
        body, appended = append_method_query(method, *fields, record.buffered_stream, url)
        key = surt(url + appended if method != 'GET' else url)
        answer = {'method': method, 'body': body if method != 'GET' else None, 'urlkey': key}
    except Exception:
        answer = None
    print(json.dumps(answer), file=answers)
`;
