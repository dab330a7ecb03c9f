// Tests that LineBuffer returns the collected lines unchanged between a head and a tail, whatever their encoded length.
import { expect, it } from '@jest/globals';
import { LineBuffer } from '../../src/write/new-record.ts';

const lines = Array.from({ length: 3000 }, (_, i) => `${i} ä€😀\ud800 ${'x'.repeat(i % 97)}`);
const text = lines.map((line) => `${line}\n`).join('');

it('gathers lines, and frames them', () => {
  const bytes = new LineBuffer(10);
  for (const line of lines) bytes.add(line);
  expect(bytes.lines.equals(Buffer.from(text))).toBe(true);
  const framed = bytes.framed(Buffer.from('head'), Buffer.alloc(200_000, 't'));
  expect(framed.equals(Buffer.from(`head${text}${'t'.repeat(200_000)}`))).toBe(true);
});

it('refuses a head that does not fit', () => {
  expect(() => new LineBuffer(3).framed(Buffer.from('head'), Buffer.alloc(0))).toThrow(RangeError);
});

it('holds nothing once it was released', () => {
  const bytes = new LineBuffer(0);
  bytes.add('a');
  const { lines: given } = bytes;
  bytes.release();
  expect(given.length).toBe(0);
});
