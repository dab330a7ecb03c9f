import { describe, expect, it } from '@jest/globals';
import { toPostgresLocation } from '../../src/health/explain-failure.ts';
import { splitHosts } from '../../src/settings/host-list.ts';
import { readSettings } from '../../src/settings/index.ts';

const spec = {
  url: { kind: 'url', name: 'DATABASE_URL', protocols: ['postgres:'], severalHosts: true },
} as const;
const read = (url: string) => readSettings({ DATABASE_URL: url }, spec).url;

describe('splitHosts', () => {
  it('makes one URL per host', () => {
    expect(splitHosts('postgres://me:a,b@h1:5432,h2,[::1]:7/name?sslmode=require')).toEqual([
      'postgres://me:a,b@h1:5432/name?sslmode=require',
      'postgres://me:a,b@h2/name?sslmode=require',
      'postgres://me:a,b@[::1]:7/name?sslmode=require',
    ]);
  });

  it.each(['postgres://me:a,b@host:5432/name', 'postgres:///name?host=/run,x', 'no URL'])(
    'keeps %s',
    (url) => {
      expect(splitHosts(url)).toEqual([url]);
    },
  );
});

describe('DATABASE_URL', () => {
  it('accepts several hosts', () => {
    const url = 'postgres://h1:1,h2:2/name';
    expect(read(url)).toBe(url);
    expect(toPostgresLocation(url).words).toBe('PostgreSQL at h1:1 or h2:2');
  });

  it.each([
    'postgres://h1,/name',
    'postgres://,h1/name',
    'postgres://h1,:5432/name',
    'postgres://h1:x,h2/name',
    'http://a,b/',
  ])('refuses %s', (url) => {
    expect(() => read(url)).toThrow(/DATABASE_URL must be/);
  });
});
