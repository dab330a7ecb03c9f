// CDX lines converted directly from PostgreSQL's bytes equal lines formatted from text, for any capture.
import { expect, it } from '@jest/globals';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import { formatCdxLines } from '../../../src/features/replay/response/cdx-lines.ts';
import { formatCdxLine } from '../../../src/features/replay/words/cdx-fields.ts';
import { captureLayout, RawCapture } from '../../../src/index/replay/raw-captures.ts';

const usual: Capture = {
  id: '0112a6c1-eef8-7aa3-8de1-6cda1f77d4dc',
  urlkey: 'org,example)/a?b=c',
  url: 'http://example.org/a?b=c',
  collectionMs: Date.UTC(2014, 0, 2, 3, 4, 5, 678),
  httpStatus: 200,
  mime: 'text/html',
  redirect: undefined,
  sha1: '00112233445566778899aabbccddeeff01234567',
  lengthBytes: 6_899,
};

const captures: Record<string, Capture> = {
  usual,
  'nothing known': { ...usual, httpStatus: undefined, mime: undefined },
  'before the epoch': { ...usual, collectionMs: Date.UTC(1969, 11, 31, 23, 59, 59, 1) },
  'before all years': { ...usual, collectionMs: Number.MIN_SAFE_INTEGER },
  redirect: { ...usual, httpStatus: 302, redirect: '../b c' },
  'a redirect to nowhere': { ...usual, httpStatus: 302, redirect: 'http://[' },
  'white space': { ...usual, url: 'http://example.org/a b\tc', mime: 'text/\u00a0html' },
  'control characters': { ...usual, url: 'http://example.org/\u0085', mime: '\u007f' },
  'other scripts': { ...usual, urlkey: 'org,example)/ünï', url: 'http://example.org/ünï/😀' },
  'an empty media type': { ...usual, mime: '' },
  huge: { ...usual, lengthBytes: 2 ** 40 + 1 },
  empty: { ...usual, lengthBytes: 0 },
  long: { ...usual, url: `http://example.org/${'x'.repeat(60_000)}`, urlkey: 'y'.repeat(60_000) },
  'long and not plain': { ...usual, url: `http://example.org/${' '.repeat(60_000)}` },
  'by another method': { ...usual, method: 'POST', requestBody: '__wb_post=1' },
};

/** Encodes a capture as PostgreSQL does, after some unrelated bytes. */
function raw(capture: Capture): RawCapture {
  const int64 = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return bytes;
  };
  const status = Buffer.alloc(2);
  status.writeInt16BE(capture.httpStatus ?? 0);
  const values: Record<keyof typeof captureLayout.number, string | Buffer | undefined> = {
    urlkey: capture.urlkey,
    collectionMs: int64(capture.collectionMs),
    url: capture.url,
    mime: capture.mime,
    httpStatus: capture.httpStatus === undefined ? undefined : status,
    sha1: Buffer.from(capture.sha1, 'hex'),
    redirect: capture.redirect,
    lengthBytes: int64(capture.lengthBytes),
    id: Buffer.from(capture.id.replaceAll('-', ''), 'hex'),
    method: capture.method,
    requestBody: capture.requestBody,
  };
  const names = Object.keys(captureLayout.number) as (keyof typeof values)[];
  const pieces = names.flatMap((name) => {
    const value = values[name];
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === undefined ? -1 : Buffer.byteLength(value));
    return value === undefined ? [length] : [length, Buffer.from(value as string)];
  });
  return new RawCapture(Buffer.concat([Buffer.from('xyz'), ...pieces]), 3);
}

it.each(Object.entries(captures))('of a capture with %s', (_, capture) => {
  expect(formatCdxLines([raw(capture)], 'ns')?.bytes.toString()).toBe(`${formatCdxLine(capture, 'ns')}\n`);
});

it('of all of them, in their order', () => {
  const all = Object.values(captures);
  const lines = all.map((capture) => `${formatCdxLine(capture, 'ns')}\n`);
  expect(formatCdxLines(all.map(raw), 'ns')?.bytes.toString()).toBe(lines.join(''));
  expect(formatCdxLines([raw(usual), usual], 'ns')).toBeUndefined();
});

it('are written where no other answer is that has not left', () => {
  const many = (url: string) => Array.from({ length: 200 }, () => raw({ ...usual, url }));
  const written = (url: string) => formatCdxLines(many(url), 'ns')!;
  const first = written('http://first.example/');
  const text = first.bytes.toString();
  const second = written('http://second.example/');
  expect(first.bytes.toString()).toBe(text);
  first.release();
  first.release();
  const third = written('http://third.example/');
  const fourth = written('http://fourth.example/');
  expect(third.bytes.buffer).toBe(first.bytes.buffer);
  expect(new Set([second, third, fourth].map(({ bytes }) => bytes.buffer)).size).toBe(3);
});

it.each(Object.entries(captures))('leave the values of a capture with %s to be asked for', (_, capture) => {
  const { id, urlkey, url, collectionMs, httpStatus, mime, redirect, sha1, lengthBytes } = raw(capture);
  const { method, requestBody } = raw(capture);
  expect({
    ...{ id, urlkey, url, collectionMs, httpStatus, mime, redirect, sha1, lengthBytes },
    ...(method === undefined ? {} : { method, requestBody }),
  }).toEqual(capture);
});
