import { expect, it } from '@jest/globals';
import { renameCopy } from '../../src/titles/title-copies.ts';

it('renames publishers, titles, AUs and ISSNs, and tells the AUs of copies apart', () => {
  const text = `{
  publisher <
    name = Press
  >
  implicit < status ; name ; year >
  title <
    name = Journal ;
    issn = 9999-9999 ;
  >
  au < down ; Journal 1 ; 2014 > # as it was
}`;
  expect(renameCopy(text, 7)).toBe(`{ param[copy] = 7

  publisher <
    name = 7 Press
  >
  implicit < status ; name ; year >
  title <
    name = 7 Journal ;
    issn = 1902-7959 ;
  >
  au < down ; 7 Journal 1 ; 2014 > # as it was
}`);
});
