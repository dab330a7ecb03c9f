import { describe, expect, it } from '@jest/globals';
import { isHtml } from '../../../src/domain/page/media-type.ts';

const bytes = (text: string) => Buffer.from(text);

describe('HTML without a declared type', () => {
  it.each([
    ['a document type', '<!DOCTYPE html><p>', true],
    ['comments before the element', ' <!-- a -->\n<!----><html lang="en">', true],
    ['other elements', '<p>text</p>', false],
    ['an unfinished comment', '<!-- <html>', false],
    ['text', 'html', false],
  ])('is recognized by its beginning: %s', (_name, text, expected) => {
    expect(isHtml(bytes(text), undefined)).toBe(expected);
  });

  it('is examined at once, however many comments come first', () => {
    expect(isHtml(bytes('<!---->'.repeat(500)), undefined)).toBe(false);
  });
});
