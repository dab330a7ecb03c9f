import { expect, it } from '@jest/globals';
import { parseDeclaredPlugins } from '../../../src/loading/plugins/manifest.ts';

it('A manifest declares plugins one section each, in any line ends and letters, over folded lines', () => {
  const long = `org/example/${'very/'.repeat(12)}LongPlugin.xml`;
  const manifest = [
    'Manifest-Version: 1.0',
    'Lockss-Plugin: true',
    '',
    'Name: org/example/A.xml',
    'Lockss-Plugin: true',
    'SHA-256-Digest: x=',
    '',
    'Name: org/example/B.xml',
    '',
    'NAME: org/example/C.xml',
    'lockss-plugin: TRUE',
    '',
    `Name: ${long.slice(0, 60)}`,
    ` ${long.slice(60)}`,
    'Lockss-Plugin: true',
    '',
    'Name: org/example/D.xml',
    'Lockss-Plugin: false',
    '',
  ];
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    expect([...parseDeclaredPlugins(manifest.join(lineEnd))!]).toEqual([
      'org/example/A.xml',
      'org/example/C.xml',
      long,
    ]);
  }
});

it('A manifest that declares none says nothing about plugins', () => {
  expect(parseDeclaredPlugins('Manifest-Version: 1.0\n\nName: a.xml\n')).toBeUndefined();
  expect(parseDeclaredPlugins('')).toBeUndefined();
  expect(parseDeclaredPlugins('\n'.repeat(500_000) + ':'.repeat(500_000))).toBeUndefined();
});
