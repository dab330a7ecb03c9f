import { describe, expect, it } from '@jest/globals';
import { createFrameReader, encodeFrame, StompFaultError, type StompFrame } from '../../src/stomp/frame.ts';

const read = (text: string, size = text.length): StompFrame[] => {
  const reader = createFrameReader();
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return chunks.flatMap((chunk) => reader.read(chunk));
};
const plain = ({ command, headers, body }: StompFrame) => [command, { ...headers }, body.toString()];

describe('frames of STOMP', () => {
  it('are written with their headers escaped, and without a length', () => {
    expect(encodeFrame('SEND', { 'a:b': 'c\\d\ne\rf' }, Buffer.from('ü')).toString()).toBe(
      'SEND\na\\cb:c\\\\d\\ne\\rf\n\nü\0',
    );
    expect(encodeFrame('CONNECT', { passcode: 'a:b\\c' }).toString()).toBe('CONNECT\npasscode:a:b\\c\n\n\0');
    expect(() => encodeFrame('CONNECT', { login: 'a\nb' })).toThrow(StompFaultError);
    expect(() => encodeFrame('SEND', {}, Buffer.from('a\0b'))).toThrow(StompFaultError);
  });

  it.each([1, 2, 3, 7, 1_000])('are read from pieces of %d bytes', (size) => {
    const text =
      '\n\r\nMESSAGE\r\nsubscription:s1\na\\cb:\\\\ü\na\\cb:later\n\nbody ü\0\n\nRECEIPT\nreceipt-id:t1\ncontent-length:3\n\n\0\0\0\0\n';
    expect(read(text, size).map(plain)).toEqual([
      ['MESSAGE', { subscription: 's1', 'a:b': '\\ü' }, 'body ü'],
      ['RECEIPT', { 'receipt-id': 't1', 'content-length': '3' }, '\0\0\0'],
    ]);
  });

  it('of CONNECTED are not unescaped', () => {
    expect(read('CONNECTED\nserver:a\\tb\n\n\0')[0]!.headers.server).toBe('a\\tb');
  });

  it.each([
    ['a header without a colon', 'RECEIPT\nabc\n\n\0'],
    ['an escape that is none', 'RECEIPT\na:\\t\n\n\0'],
    ['a length that is none', 'MESSAGE\ncontent-length:x\n\n\0'],
    ['a body longer than it says', 'MESSAGE\ncontent-length:1\n\nabc\0'],
    ['a body too long', `MESSAGE\n\n${'x'.repeat(1024 * 1024 + 1)}`],
    ['a body that says it is too long', 'MESSAGE\ncontent-length:999999999999\n\n'],
    ['a head too long', `MESSAGE\n${'a:b\n'.repeat(20_000)}`],
    ['a head without an end', 'x'.repeat(70_000)],
  ])('end all with %s', (_what, text) => {
    expect(() => read(text)).toThrow(StompFaultError);
  });
});
