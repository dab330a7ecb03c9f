import { describe, expect, it } from '@jest/globals';
import {
  describeExpectation,
  isParameterType,
  type ParameterType,
} from '../../../src/domain/plugins/parameter-types.ts';

const types: Record<ParameterType, { fit: string[]; not: string[] }> = {
  1: { fit: ['a', ' ', 'été'], not: [''] },
  2: {
    fit: ['0', '-1', '+1', '007', '2147483647', '-2147483648'],
    not: ['', ' 1', '1 ', '1.0', '1e3', '0x1', '2147483648', '-2147483649', '--1', '٣'],
  },
  3: {
    fit: [
      'http://www.example.com/',
      'https://a/b?c#d',
      'ftp://x.y/',
      'http://[::1]:8080/',
      'http://é.example/',
    ],
    not: ['', 'www.example.com', '/a/b', '//host/a', 'http:', 'http://', 'http:///a', 'http:a', 'mailto:a@b'],
  },
  4: { fit: ['2014', '0', '0000', '9999'], not: ['', '14', '20145', '201x', '-201', '00', ' 2014', '٢٠١٤'] },
  5: {
    fit: ['true', 'yes', 'on', '1', 'false', 'no', 'off', '0', 'TRUE', 'Off'],
    not: ['', 't', '2', 'true ', 'y', '01'],
  },
  6: { fit: ['0', '+0', '-0', '5', '2147483647'], not: ['', '-1', '2147483648', '1.5', 'a'] },
  7: {
    fit: ['a-b', 'a', 'a-a', '10-9x', ' a - b ', '1-10'],
    not: ['', '-', 'a-', '-b', 'b-a', '9-10', 'a-b-c'],
  },
  8: {
    fit: ['1-2', '9-10', '7', 'a-b', '1-a', '+1-2', '9223372036854775806-9223372036854775807'],
    not: ['', '2-1', '10-9', '1-', '-1', 'b-a', '1-2-3'],
  },
  9: {
    fit: [
      'a',
      'a,b',
      ' a , b ',
      ',a,,',
      '{1-10000}',
      '{1-9999},x',
      'a,{1-5},b',
      '{x-y}',
      'a b',
      '{1-10001}',
      '{0-999999999}',
    ],
    not: ['', ',', ' , ', '{2-1}'],
  },
  10: { fit: ['user:password', 'u:p:q', 'u: '], not: ['', ':', 'u:', ':p', 'user'] },
  11: {
    fit: ['0', '-1', '9223372036854775807', '-9223372036854775808'],
    not: ['', '9223372036854775808', '-9223372036854775809', '1L', '1.0'],
  },
  12: {
    fit: ['500', '500ms', '30s', '5m', '2h', '10d', '2w', '1y', '10D', '-1', '0'],
    not: ['', 'd', '1 d', '1dd', '1.5h', '10x', '9223372036854775808', '1d2h'],
  },
};

describe.each(Object.entries(types))('a parameter of the type %s', (type, { fit, not }) => {
  const unfitOf = (value: string) => describeExpectation(Number(type) as ParameterType, value);

  it.each(fit)('may be %j', (value) => {
    expect(unfitOf(value)).toBeUndefined();
  });

  it.each(not)('must not be %j, and says what it should be', (value) => {
    expect(unfitOf(value)).toMatch(/^(a|an|text|true) .*\w\)?$|^a year/);
  });

  it.each(['-', ',', '9', '{1-', ' ', ':', '+', 'http://'])(
    'is judged without delay when its value repeats %j 300,000 times',
    (piece) => {
      const long = piece.repeat(300_000);
      for (const value of [long, `${long}x`, `1${long}`]) expect(() => unfitOf(value)).not.toThrow();
    },
  );
});

it('There are twelve types', () => {
  const all = Array.from({ length: 20 }, (_, type) => type).filter(isParameterType);
  expect(all).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(isParameterType('toString' as unknown as number)).toBe(false);
});
