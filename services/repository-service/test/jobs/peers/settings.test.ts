// Tests the settings of repair from peers.
import { describe, expect, it } from '@jest/globals';
import { parseServiceSettings } from '../../../src/env.ts';

const parse = (env: Record<string, string>) =>
  parseServiceSettings({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    OBJECT_STORE: 'fs:/tmp/none',
    ADMIN_PASSWORD: 'xxxxxxxx',
    ...env,
  });

describe('REPAIR_SOURCES', () => {
  it('lists base URLs, each with a token of its own', () => {
    const sources = 'http://one.example.org/, https://two.example.org/repository/';
    const settings = parse({ REPAIR_SOURCES: sources, REPAIR_TOKENS: ',hft_x' });
    expect(settings.repairSources).toEqual(['http://one.example.org', 'https://two.example.org/repository']);
    expect(JSON.stringify(settings.describe())).not.toContain('hft_x');
    expect(parse({}).repairSources).toEqual([]);
  });

  it.each([
    [{ REPAIR_SOURCES: 'http://user:secret-word@one.example.org' }, /must not contain credentials/],
    [{ REPAIR_SOURCES: 'ftp://one.example.org' }, /http: or https:/],
    [{ REPAIR_SOURCES: 'http://one.example.org,' }, /http: or https:/],
    [{ REPAIR_SOURCES: 'http://one.example.org?x' }, /neither queries/],
    [{ REPAIR_SOURCES: 'http://one.example.org,http://one.example.org/' }, /twice/],
    [{ REPAIR_SOURCES: 'http://one.example.org', REPAIR_TOKENS: 'a,b' }, /one entry for each/],
    [{ REPAIR_SOURCES: 'http://one.example.org', REPAIR_TOKENS: 'a b' }, /must contain API tokens/],
    [{ REPAIR_TOKENS: 'a' }, /REPAIR_TOKENS has no effect/],
    [{ REPAIR_SOURCES: 'http://one.example.org', REPAIR_CA_FILE: '/none' }, /REPAIR_CA_FILE has no effect/],
    [{ REPAIR_SOURCES: 'https://one.example.org', REPAIR_CA_FILE: '/none' }, /must name a readable file/],
  ])('is refused: %j', (env, message) => {
    expect(() => parse(env)).toThrow(message);
    expect(() => parse(env)).not.toThrow(/secret-word/);
  });
});
