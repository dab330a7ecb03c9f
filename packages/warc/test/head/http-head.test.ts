// `parseHttpHead` accepts bytes that are exactly one complete HTTP header block, and rejects anything else.
import { describe, expect, it } from '@jest/globals';
import { parseHttpHead } from '../../src/head/http-head.ts';

describe('a head alone', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\n\r\n', 200],
    ['HTTP/1.1 404\r\nA: b\r\n c\r\n\tD\r\nempty:\r\n\r\n', 404],
    ['HTTP/2 200 \nA:b\n\n', 200],
  ])('%j is read', (text, status) => {
    expect(parseHttpHead(Buffer.from(text))).toMatchObject({ status, headLength: text.length });
  });

  it.each([
    '',
    '\r\n\r\n',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nA: b\r\n',
    'HTTP/1.1 200 OK\r\n\r\nbody',
    'HTTP/1.1 OK\r\n\r\n',
    'HTTP/1.1 99 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno field\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: no name\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded behind nothing\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
  ])('%j is none', (text) => {
    expect(parseHttpHead(Buffer.from(text))).toBeUndefined();
  });
});
