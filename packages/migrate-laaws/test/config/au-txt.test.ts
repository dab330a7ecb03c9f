// Tests parsing of au.txt files that were written by Java or edited by people.
import type { AuRecord } from '@holdfast/client';
import { describe, expect, it } from '@jest/globals';
import { formatAuTxt, readAuTxt } from '../../src/config/au-txt.ts';

const auid = 'org|example|Plugin&base_url~http%3A%2F%2Fe%2Eorg%2F&year~2008';
const prefix = 'org.lockss.au.org|example|Plugin.base_url~http%3A%2F%2Fe%2Eorg%2F&year~2008';

async function read(bytes: Buffer, pieceBytes = bytes.length) {
  const troubles: string[] = [];
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const records: AuRecord[] = [];
  for await (const record of readAuTxt(pieces(), (line, words) => troubles.push(`${line}: ${words}`)))
    records.push(record);
  return { records, troubles };
}

describe('readAuTxt', () => {
  it('reads what a node of the field wrote: its heads, its escapes, what stands beside AUs', async () => {
    const lines = [
      '#AU Configuration saved Mon Nov 23 11:50:00 UTC 2026 from n\u00f8de',
      `${prefix}.base_url=http\\://e.org/`,
      `${prefix}.reserved.repository=local\\:/cache0/gamma`,
      `${prefix}.reserved.displayName=Parkinson\\u2019s \\`,
      '   Disease, caf\u00e9',
      `${prefix}.year : 2008`,
      'org.lockss.au.version=1',
      'org.lockss.config.x=1',
    ];
    const auConfig = {
      base_url: 'http://e.org/',
      'reserved.repository': 'local:/cache0/gamma',
      'reserved.displayName': 'Parkinson’s Disease, café',
      year: '2008',
    };
    for (const encoding of ['latin1', 'utf8'] as const) {
      for (const pieceBytes of [1, 7, 100_000]) {
        const { records, troubles } = await read(Buffer.from(`${lines.join('\r\n')}`, encoding), pieceBytes);
        expect(records).toEqual([{ auId: auid, auConfig }]);
        expect(troubles).toEqual(['8: org.lockss.config.x is not a property of an AU.']);
      }
    }
  });

  it('reads what it writes', async () => {
    const auConfig = { a: ' spaces and = : # ! \\ é €\n', 'b.c': '', d: 'plain' };
    expect((await read(Buffer.from(formatAuTxt({ auId: auid, auConfig })))).records).toEqual([
      { auId: auid, auConfig },
    ]);
  });
});
