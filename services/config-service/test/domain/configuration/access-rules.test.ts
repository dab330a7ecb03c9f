import { describe, expect, it } from '@jest/globals';
import { findAccessFaults, makeAccessRules } from '../../../src/domain/configuration/access-rules.ts';

const rules = (included: string[], excluded: string[] = []) => makeAccessRules({ included, excluded });

describe('who may use the service', () => {
  it('is everybody where nobody says anything', () => {
    expect(rules([])('192.0.2.7')).toBe(true);
    expect(rules([])('2001:db8::7')).toBe(true);
    expect(rules([])('what a proxy forwarded')).toBe(true);
  });

  it.each([
    [['192.0.2.7'], [], '192.0.2.7', true],
    [['192.0.2.7'], [], '192.0.2.8', false],
    [['192.0.2.0/24'], [], '192.0.2.255', true],
    [['192.0.2.0/24'], [], '192.0.3.0', false],
    [['192.0.*.*'], [], '192.0.3.0', true],
    [['192.0.*'], [], '192.0.3.0', true],
    [['192.0.2.*'], [], '192.0.3.0', false],
    [['2001:db8::/32'], [], '2001:db8::7', true],
    [['2001:db8::/32'], [], '192.0.2.7', false],
    [['0.0.0.0/0'], [], '2001:db8::7', false],
    [['192.0.2.0/24'], ['192.0.2.7'], '192.0.2.7', false],
    [['192.0.2.0/24'], ['192.0.2.7'], '192.0.2.8', true],
    [[], ['192.0.2.0/24'], '192.0.2.8', false],
    [[], ['192.0.2.0/24'], '198.51.100.1', true],
    [['192.0.2.0/24'], [], 'what a proxy forwarded', false],
    [[], ['192.0.2.0/24'], 'what a proxy forwarded', false],
  ])('included %j, excluded %j: %s is let in: %s', (included, excluded, address, expected) => {
    expect(rules(included, excluded)(address)).toBe(expected);
  });

  it('is always the machine itself', () => {
    expect(rules(['192.0.2.0/24'], ['127.0.0.0/8'])('127.0.0.1')).toBe(true);
    expect(rules(['192.0.2.0/24'], ['::1'])('::1')).toBe(true);
  });

  it('is nobody where what is included cannot be understood', () => {
    expect(rules(['anybody'])('192.0.2.7')).toBe(false);
  });

  it.each([
    '',
    'anybody',
    '192.0.2',
    '192.0.2.0/33',
    '192.0.2.0/x',
    '1.2.3.4/8/8',
    '*.0.2.1',
    'fe80::1%eth0',
    '300.1.*',
  ])('%j is no network', (network) => expect(findAccessFaults([network])).toHaveLength(1));
  it.each(['192.0.2.0/24', '192.0.2.7', '192.*', '2001:db8::/32', '::1'])('%j is one', (network) =>
    expect(findAccessFaults([network])).toEqual([]),
  );
});
