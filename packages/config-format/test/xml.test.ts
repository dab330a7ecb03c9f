import { describe, expect, it } from '@jest/globals';
import { readConfigurationError, readPairs, readText } from './read.ts';

const xml = { format: 'xml' } as const;
const inside = (text: string): string => `<lockss-config>${text}</lockss-config>`;
const given = (text: string) => readPairs(inside(text), xml);
const fault = (text: string) => readConfigurationError(inside(text), xml);

describe('lockss-config XML', () => {
  it('joins the names of nested properties', async () => {
    expect(
      await given(
        '<property name="a"><property name="b.c"><property name="d" value="1"/></property></property>',
      ),
    ).toEqual(['a.b.c.d=1']);
  });

  it('takes a value from an attribute or an element', async () => {
    expect(
      await given(
        '<property name="a" value=" as it is "/><property name="b"><value>\n x &amp; <![CDATA[<y>]]> </value></property>',
      ),
    ).toEqual(['a= as it is ', 'b=x & <y>']);
  });

  it('lets a property have a value and properties of its own', async () => {
    expect(await given('<property name="a" value="1"><property name="b" value="2"/></property>')).toEqual([
      'a=1',
      'a.b=2',
    ]);
  });

  it('gives the values of a list together, and says when they are to be added', async () => {
    const list = (append: string) =>
      `<property name="a"><list${append}><value> 1 </value><value/><value>2;3</value></list></property>`;
    expect(await given(list(''))).toEqual(['a=[1||2;3]']);
    const [appended] = await readText(inside(list(' append="true"')), xml);
    expect(appended).toMatchObject({ key: 'a', append: true });
    expect((await readText(inside(list(' append="false"')), xml))[0]).not.toHaveProperty('append');
  });

  it('says on which line each property begins', async () => {
    const text =
      '<lockss-config>\n<property name="a"\n value="1"/>\n\n<property name="b"><list>\n<value/></list></property></lockss-config>';
    expect((await readText(text, xml)).map(({ key, line }) => [key, line])).toEqual([
      ['a', 2],
      ['b', 5],
    ]);
  });

  it('tells entries of one name apart', async () => {
    const text = inside(`
      <property name="org.lockss.title">
        <property name="X.1"><property name="title" value="one"/><property name="param.1"><property name="key" value="k"/></property></property>
        <property name="X.1"><property name="title" value="two"/></property>
      </property>
      <property name="org.lockss.title.Y.title" value="three"/>
      <property name="org.lockss.title.Y.plugin" value="p"/>
      <property name="org.lockss.titleSet.Z.name" value="none"/>`);
    const found = await readText(text, { ...xml, entriesUnder: 'org.lockss.title' });
    expect(
      found.map(({ key, entry }) => [key.replace('org.lockss.', ''), entry?.number, entry?.name]),
    ).toEqual([
      ['title.X.1.title', 1, 'X.1'],
      ['title.X.1.param.1.key', 1, 'X.1'],
      ['title.X.1.title', 2, 'X.1'],
      ['title.Y.title', 3, 'Y'],
      ['title.Y.plugin', 3, 'Y'],
      ['titleSet.Z.name', undefined, undefined],
    ]);
  });

  it('passes over comments, instructions and a document type without entities', async () => {
    const start =
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE lockss-config [\n<!ELEMENT property (value)*>\n]>\n<!-- x -->';
    expect(
      await readPairs(`${start}${inside('<?x y?><!-- <z> --><property name="a" value="1"/>')}`, xml),
    ).toEqual(['a=1']);
  });

  it.each([
    ['another root', '<map/>', '1:7 the file must be a <lockss-config>'],
    ['an unknown element', inside('<foo/>'), '1:22 <foo> cannot stand in <lockss-config>'],
    ['a value outside of a property', inside('<value/>'), /<value> cannot stand in <lockss-config>/],
    ['text where none belongs', inside('hello'), /text cannot stand in <lockss-config>/],
    ['a property without a name', inside('<property value="1"/>'), /a <property> has no name/],
    ['an empty name', inside('<property name=""/>'), /a <property> has no name/],
    [
      'two values',
      inside('<property name="a" value="1"><value>2</value></property>'),
      /"a" has more than one value/,
    ],
    ['two lists', inside('<property name="a"><list/><list/></property>'), /"a" has more than one value/],
    ['an unknown attribute', inside('<property nam="a"/>'), /<property> has no attribute "nam"/],
    [
      'a strange append',
      inside('<property name="a"><list append="x"/></property>'),
      /append must be true or false/,
    ],
    [
      'an element that is not closed',
      '<lockss-config><property name="a">',
      /not well-formed XML: unclosed tag/,
    ],
    ['an attribute twice', inside('<property name="a" name="b"/>'), /duplicate attribute: name/],
    ['nothing at all', '', /not well-formed XML/],
    ['a second root', `${inside('')}${inside('')}`, /not well-formed XML/],
    [
      'a place in a later line',
      `<lockss-config>\n  <property name="a">\n    <oops/>\n</property></lockss-config>`,
      /^3:12 /,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x3c, 0xe4, 0x3e]),
      '1:1 from about here on the file is not UTF-8',
    ],
    [
      'bytes that end within a character',
      Buffer.concat([Buffer.from('<lockss-config/>'), Buffer.from([0xc3])]),
      /not UTF-8/,
    ],
  ])('refuses %s', async (_what, text, message) => {
    const said = await readConfigurationError(text, xml);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('reads the same whatever the pieces it comes in', async () => {
    const text = inside(
      '<property name="é&#x1F600;"><list><value>ü😀</value><value><![CDATA[]]>]]&gt;</value></list></property>',
    );
    const whole = await readText(text, xml);
    for (const pieceBytes of [1, 2, 7]) expect(await readText(text, xml, pieceBytes)).toEqual(whole);
    expect(whole[0]).toMatchObject({ key: 'é😀', value: ['ü😀', ']]>'] });
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(readText(inside(''), { ...xml, signal })).rejects.toThrow('enough');
  });

  it('has faults of its own for what stands around conditions', async () => {
    expect(await fault('<test group="a"/>')).toMatch(/<test> cannot stand in <lockss-config>/);
    expect(await fault('<if group="a"><value/></if>')).toMatch(/<value> cannot stand in <if>/);
  });
});
