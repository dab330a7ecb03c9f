// Tests code that needs no browser: paths, languages, messages, events, and shell commands.
import { describe, expect, it } from '@jest/globals';
import { chooseLanguageFor, chooseLocaleFor } from '../src/language/languages.ts';
import { fillMessage } from '../src/language/message.ts';
import { formatCurlCommand } from '../src/parts/feedback/curl.ts';
import { matchPath } from '../src/routing/match.ts';
import { createEventReader } from '../src/service/event-stream.ts';

describe('the path of a screen', () => {
  it.each([
    ['/', '/', {}],
    ['/aus', '/aus', {}],
    ['/aus', '/aus/', {}],
    ['/aus/:auid', '/aus/org%7Ca%26b~c%2Fd', { auid: 'org|a&b~c/d' }],
    ['/content/:namespace/:auid?', '/content/default', { namespace: 'default' }],
    ['/content/:namespace/:auid?', '/content/default/x', { namespace: 'default', auid: 'x' }],
  ])('%s fits %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/aus'],
    ['/aus', '/'],
    ['/aus/:auid', '/aus'],
    ['/aus/:auid', '/aus/a/b'],
    ['/aus/:auid', '/aus/%E0%A4'],
    ['/content/:namespace/:auid?', '/content'],
  ])('%s does not fit %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeUndefined();
  });
});

describe('the language', () => {
  it.each([
    [null, ['de-AT', 'en'], 'de'],
    [null, ['it', 'fr-CA'], 'fr'],
    [null, ['it'], 'en'],
    ['es', ['de'], 'es'],
    ['xx', ['de'], 'de'],
    ['toString', [], 'en'],
  ])('chosen %s, preferred %j, is %s', (chosen, preferred, wanted) => {
    expect(chooseLanguageFor(chosen, preferred)).toBe(wanted);
  });

  it('has numbers as they are written where the reader is', () => {
    expect(chooseLocaleFor('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(chooseLocaleFor('fr', ['en-US'])).toBe('fr');
  });
});

describe('a message', () => {
  it('has its values put in, numbers as the language writes them', () => {
    expect(fillMessage('{name} has {bytes}', { name: 'a', bytes: 1234567 }, 'de')).toBe('a has 1.234.567');
    expect(fillMessage('{name}', {}, 'en')).toBe('{name}');
    expect(fillMessage('{a}', { a: '{b}', b: 'x' }, 'en')).toBe('{b}');
  });

  it('has the form for how many there are', () => {
    const message = { one: '{count} AU', other: '{count} AUs' };
    expect([0, 1, 2].map((count) => fillMessage(message, { count }, 'en'))).toEqual([
      '0 AUs',
      '1 AU',
      '2 AUs',
    ]);
    expect(fillMessage(message, { count: 0 }, 'fr')).toBe('0 AU');
    expect(fillMessage(message, { count: 'many' }, 'en')).toBe('many AUs');
  });
});

describe('events of a service', () => {
  const stream = ': hello\r\nretry: 500\nid: 7\nevent: growth\ndata: a\ndata: b\n\ndata:c\rid\r\rdata: d';

  it('are the same however the stream is cut', () => {
    const wanted = [
      { type: 'growth', data: 'a\nb', id: '7' },
      { type: 'message', data: 'c', id: '' },
    ];
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const reader = createEventReader();
      const events = [...reader.read(stream.slice(0, cut)), ...reader.read(stream.slice(cut))];
      expect(events).toEqual(wanted);
      expect(reader.retryMs).toBe(500);
    }
  });
});

describe('a request as a line for a shell', () => {
  it('can be pasted whatever is in it', () => {
    const url = "http://127.0.0.1:1/aus?url=http://a/'b'&c=d";
    expect(formatCurlCommand({ method: 'GET', url, user: 'ada' })).toBe(
      "curl --user ada 'http://127.0.0.1:1/aus?url=http://a/'\\''b'\\''&c=d'",
    );
  });

  it('has the body that goes along', () => {
    const put = {
      method: 'PUT',
      url: 'http://a/x',
      user: 'a b',
      bodyType: 'application/json',
      body: { a: "it's" },
    };
    expect(formatCurlCommand(put)).toBe(
      `curl --user 'a b' --request PUT --header 'Content-Type: application/json' --data '{"a":"it'\\''s"}' http://a/x`,
    );
    const file = new File(['x'], 'a b.warc');
    const form = { method: 'POST', url: 'http://a/', user: 'a', bodyType: 'multipart/form-data' };
    expect(formatCurlCommand({ ...form, body: { auid: 'x&y', archive: file, left: undefined } })).toBe(
      "curl --user a --form 'auid=x&y' --form 'archive=@a b.warc' http://a/",
    );
  });
});
