import { describe, expect, it } from '@jest/globals';
import { makePathRedactor } from '../../src/loading/one-load.ts';

const seen = makePathRedactor([
  '/srv/node/tdb',
  '/srv/node/tdb/own',
  '/srv/one.tdb',
  '/srv/a+(b)',
  '/srv/a+(b)',
]);

describe('a sentence that anybody may read', () => {
  it.each([
    ['/srv/node/tdb/a/b.tdb:1:8: there should be "="', 'tdb/a/b.tdb:1:8: there should be "="'],
    ['/srv/node/tdb: is not there', 'tdb: is not there'],
    ['/srv/node/tdb/own/c.xml: cannot be read (EACCES)', 'own/c.xml: cannot be read (EACCES)'],
    ['/srv/one.tdb: contains no readable AU', 'one.tdb: contains no readable AU'],
    ['/srv/a+(b)/c.tdb:3: odd', 'a+(b)/c.tdb:3: odd'],
    [
      'file:///srv/etc/lockss.xml is not there, and there is no copy of it.',
      'lockss.xml is not there, and there is no copy of it.',
    ],
    [
      'file:///srv/a.xml: org.lockss.titleDbs: "file:///srv/b/c.xml" is bad',
      'a.xml: org.lockss.titleDbs: "c.xml" is bad',
    ],
    ['http://example.org/srv/node/tdb/a.xml: is gone', 'http://example.org/srv/node/tdb/a.xml: is gone'],
    ['/srv/node/tdb-old/x: is another', '/srv/node/tdb-old/x: is another'],
    [
      'plugins/Broken.xml, line 1: it is not well-formed XML',
      'plugins/Broken.xml, line 1: it is not well-formed XML',
    ],
  ])('%j', (sentence, expected) => {
    expect(seen(sentence)).toBe(expected);
  });
});
