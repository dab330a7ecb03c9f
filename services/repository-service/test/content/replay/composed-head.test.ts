import { describe, expect, it } from '@jest/globals';
import { padHead } from '../../../src/content/replay/composed-head.ts';

const fit = (head: string, length: number) => padHead(Buffer.from(head, 'latin1'), length).toString('latin1');

describe('a head of a given length', () => {
  it('ends with white space that belongs to no value, and a blank line', () => {
    const head = 'HTTP/1.1 200 OK\r\nA: b\r\n\r\n';
    expect(fit(head, head.length + 4)).toBe('HTTP/1.1 200 OK\r\nA: b    \r\n\r\n');
    expect(fit('HTTP/1.1 200 OK\r\n\r\n', 30)).toBe(`HTTP/1.1 200 OK${' '.repeat(11)}\r\n\r\n`);
  });

  it.each([
    'HTTP/1.1 200 OK\r\nA: b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\r\n',
    'HTTP/1.1 200 OK\r\nA: b',
    'HTTP/1.1 200 OK\nA: b\n\n',
    'HTTP/1.1 200',
    'HTTP/1.1 200\r\r\nA: b\r\r\n\r\r\n',
  ])('of %j keeps all of it in its own length and 4', (head) => {
    const made = fit(head, head.length + 4);
    expect(made).toHaveLength(head.length + 4);
    expect(made.trimEnd()).toBe(head.trimEnd());
    expect(made).toMatch(/[^\r\n]\r\n\r\n$/);
  });

  it('claims no transfer coding, folded or in any case', () => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-ENCODING: gzip,\r\n chunked\r\nA: b\r\n\r\n';
    expect(fit(head, head.length + 4)).toMatch(/^HTTP\/1\.1 200 OK\r\nA: b +\r\n\r\n$/);
  });

  it('gives up fields for which there is no room, what the payload needs last', () => {
    const cookies = Array.from({ length: 100 }, (_, i) => `Set-Cookie: ${i}=${'x'.repeat(80)}\r\n`).join('');
    const head = `HTTP/1.1 200 OK\r\n${cookies}Content-Encoding: gzip\r\nContent-Type: text/html\r\n\r\n`;
    const made = fit(head, 4_096);
    expect(made).toHaveLength(4_096);
    expect(made).toMatch(/^HTTP\/1\.1 200 OK\r\nSet-Cookie: 0=/);
    expect(made).toMatch(/Content-Encoding: gzip\r\nContent-Type: text\/html *\r\n\r\n$/);
    expect(made.split('Set-Cookie').length).toBeGreaterThan(40);
  });

  it('cuts a status line that is longer than all the room', () => {
    const made = fit(`HTTP/1.1 200 ${'O'.repeat(9_000)}K\r\nContent-Type: text/html\r\n\r\n`, 4_096);
    expect(made).toHaveLength(4_096);
    expect(made).toMatch(/^HTTP\/1\.1 200 O+\r\n\r\n$/);
  });
});
