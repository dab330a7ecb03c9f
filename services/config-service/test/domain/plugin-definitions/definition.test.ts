import { describe, expect, it } from '@jest/globals';
import { readDefinition } from '../../../src/domain/plugin-definitions/definition.ts';
import { DefinitionError } from '../../../src/domain/plugin-definitions/definition-error.ts';
import { makeDefinitionXml, mapXml } from './definition-xml.ts';

const id = 'org.example.plugin.DemoPlugin';
const named = `<entry><string>plugin_identifier</string><string>${id}</string></entry>`;
const withValue = (xml: string) => mapXml([named, `<entry><string>x</string>${xml}</entry>`]);
const valueOfX = (xml: string) => readDefinition(withValue(xml))!.entries.get('x')?.value;

function faultOf(bytes: Uint8Array): { line: number | undefined; message: string } {
  try {
    readDefinition(bytes);
  } catch (error) {
    if (error instanceof DefinitionError) return { line: error.line, message: error.message };
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('a definition', () => {
  it('says which plugin it is of, which version, and which parent it has', () => {
    const bytes = makeDefinitionXml(id, {
      plugin_version: ' 12 ',
      plugin_parent: 'org.example.Parent',
      plugin_parent_version: '3',
    });
    expect(readDefinition(bytes)).toMatchObject({
      pluginId: id,
      version: '12',
      parent: { pluginId: 'org.example.Parent', version: '3' },
    });
    const { version, parent } = readDefinition(mapXml([named]))!;
    expect({ version, parent }).toEqual({ version: '1', parent: undefined });
  });

  it.each([
    ['<string> a &lt;b&gt; &#65;<!-- c --> d<![CDATA[<e>]]></string>', ' a <b> A d<e>'],
    ['<string/>', ''],
    ['<int>-7</int>', -7],
    ['<long> 1209600000 </long>', 1209600000],
    ['<long>9223372036854775807</long>', '9223372036854775807'],
    ['<double>1.5e3</double>', 1500],
    ['<boolean>true</boolean>', true],
    ['<boolean>False</boolean>', false],
    ['<list><string>a</string><int>1</int><list/></list>', ['a', 1, []]],
    ['<map><entry><string>k</string><list><string>v</string></list></entry></map>', { k: ['v'] }],
    ['<org.lockss.util.Default/>', null],
    ['<null/>', null],
    ['<a.RateLimiter><rate>2/3s</rate></a.RateLimiter>', { rate: '2/3s' }],
    [
      '<a.Window><day>1</day><day>2</day><from><int>3</int></from></a.Window>',
      { day: ['1', '2'], from: { int: 3 } },
    ],
    ['<a.Map><entry><a.Key/><a.Value>v</a.Value></entry></a.Map>', [['', 'v']]],
    [
      '<map><entry><string>__proto__</string><string>v</string></entry></map>',
      JSON.parse('{"__proto__":"v"}'),
    ],
  ])('reads %s', (xml, value) => {
    expect(JSON.stringify(valueOfX(xml))).toBe(JSON.stringify(value));
  });

  it('takes the first of several values of an entry, with a warning, also in a map in it', () => {
    const four = ['k', 'v', 'w', 'x'].map((text) => `<string>${text}</string>`).join('');
    const { entries, warnings } = readDefinition(
      mapXml([
        named,
        `<entry>${four}</entry>`,
        `<entry><string>y</string><map><entry>${four}</entry></map></entry>`,
      ]),
    )!;
    expect(entries.get('k')?.value).toBe('v');
    expect(entries.get('y')?.value).toEqual({ k: 'v' });
    const message = 'the entry "k" has 3 values, of which the first counts';
    expect(warnings).toEqual([3, 4].map((line) => ({ line, message })));
  });

  it('takes the last of two entries of a key', () => {
    const xml = mapXml([
      named,
      ...['a', 'b'].map((v) => `<entry><string>x</string><string>${v}</string></entry>`),
    ]);
    expect(readDefinition(xml)!.entries.get('x')).toEqual({ value: 'b', line: 4 });
  });

  it.each([
    ['<int>1.5.2</int>', '"1.5.2" is no int'],
    ['<int/>', '"" is no int'],
    [`<long>${'9'.repeat(100_000)}</long>`, `"${'9'.repeat(40)}…" is no long`],
    ['<boolean>yes</boolean>', '"yes" is neither true nor false'],
    ['<list reference="../x"/>', 'a value is only a reference to another one, which is not read'],
    ['<a><b reference="../x"/></a>', 'a value is only a reference to another one, which is not read'],
    ['<map><string>k</string></map>', 'a map may contain only entries of one key and one value'],
    [
      '<map><entry><string>k</string></entry></map>',
      'a map may contain only entries of one key and one value',
    ],
    ['<map><entry><int>1</int><int>2</int></entry></map>', 'the key of an entry must be a string'],
    ['<string>a</list>', 'it is not well-formed XML: unexpected close tag'],
    ['<string>&xxe;</string>', 'it is not well-formed XML: undefined entity'],
    ['<string>&#0;</string>', 'it is not well-formed XML: malformed character entity'],
    ['<string>&#xD800;</string>', 'it is not well-formed XML: malformed character entity'],
    ['<list>'.repeat(40) + '</list>'.repeat(40), 'its elements are nested deeper than 32 levels'],
  ])('is refused for %.80s, with the line', (xml, message) => {
    expect(faultOf(withValue(xml))).toEqual({ line: 3, message });
  });

  it('is refused with a document type, whatever it declares', () => {
    const doctype = '<!DOCTYPE map [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>\n';
    const bytes = Buffer.concat([Buffer.from(doctype), mapXml([named])]);
    expect(faultOf(bytes)).toEqual({
      line: 1,
      message: 'it has a document type declaration, which is not read',
    });
  });

  it.each([
    ['names no plugin', mapXml([]), undefined, 'it names no plugin (plugin_identifier)'],
    [
      'names it by a list',
      makeDefinitionXml(id, { plugin_identifier: [] }),
      2,
      'plugin_identifier must be text',
    ],
    [
      'has an odd name',
      makeDefinitionXml('org&example|P'),
      2,
      /^plugin_identifier must be 1 to 255 letters.*"org&example\|P"$/,
    ],
    ['is cut off', makeDefinitionXml(id).subarray(0, 90), 2, /^it is not well-formed XML/],
    ['is empty', Buffer.from(''), 1, /^it is/],
    ['is no XML', Buffer.from('PK\x03\x04'), 1, /^it is not well-formed XML/],
    ['is not UTF-8', Buffer.from('<map>\xe9', 'latin1'), undefined, 'it is not UTF-8'],
    ['is too long', Buffer.alloc(1024 * 1024 + 1, ' '), undefined, 'it is longer than 1048576 bytes'],
    [
      'is in an unusual encoding',
      Buffer.from('<?xml version="1.0" encoding="EBCDIC-1"?><map/>'),
      1,
      /"ebcdic-1"/,
    ],
  ])('that %s is refused', (_what, bytes, line, message) => {
    const fault = faultOf(bytes as Buffer);
    expect(fault.line).toBe(line);
    expect(fault.message).toMatch(message as string);
  });

  it.each(['ISO-8859-1', 'UTF-16LE'])('may be in %s when it says so', (encoding) => {
    const text = `<?xml version="1.0" encoding="${encoding}"?>${withValue('<string>été</string>').toString()}`;
    const bytes =
      encoding === 'UTF-16LE' ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text, 'latin1');
    expect(readDefinition(bytes)!.entries.get('x')?.value).toBe('été');
  });

  it('is none when its root element is no map', () => {
    expect(
      readDefinition(Buffer.from('<lockss-config><property name="a" value="b"/></lockss-config>')),
    ).toBeUndefined();
  });
});
