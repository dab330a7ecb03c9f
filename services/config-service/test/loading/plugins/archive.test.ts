import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { readPluginArchive } from '../../../src/loading/plugins/archive.ts';
import { createFindings } from '../../../src/loading/plugins/findings.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { makeJar, makeZip, renameEntry } from './archives.ts';

const demo = makeDefinitionXml('org.example.Demo');
const base = makeDefinitionXml('org.example.Base');
const broken = '<map><entry>';
const archive = { place: 'p.jar', file: '/x/p.jar', origin: { type: 'Internal' } } as const;

async function read(content: string | Buffer) {
  const findings = createFindings();
  await readPluginArchive(findings, archive, content, new AbortController().signal);
  const plugins = findings.candidates.map(({ definition, isPlugin }) => [definition.pluginId, isPlugin]);
  return { plugins, problems: findings.problems, candidates: findings.candidates };
}

describe('an archive', () => {
  it('holds its definitions in any folder, beside anything else', async () => {
    const content = await makeZip({
      'readme.txt': 'no',
      'org/example/Demo.xml': demo,
      'titledb.xml': '<lockss-config/>',
      'Base.XML': base,
      'META-INF/x.xml': broken,
    });
    const { plugins, problems, candidates } = await read(content);
    expect(plugins).toEqual([
      ['org.example.Demo', true],
      ['org.example.Base', true],
    ]);
    expect(problems).toEqual([]);
    expect(candidates[0]).toMatchObject({ place: 'p.jar!/org/example/Demo.xml', file: '/x/p.jar' });
  });

  it('is read from a file, too', async () => {
    const path = join(await createTemporaryFolder(), 'p.jar');
    await writeFile(path, await makeZip({ 'Demo.xml': demo }));
    expect((await read(path)).plugins).toEqual([['org.example.Demo', true]]);
  });

  it('whose manifest declares plugins holds all else only to inherit from', async () => {
    const name = `${'org/example/'.repeat(8)}Demo.xml`;
    const content = await makeJar({ [name]: demo, 'org/example/Base.xml': base, 'other.xml': broken }, [
      name,
    ]);
    const { plugins, problems } = await read(content);
    expect(plugins).toEqual([
      ['org.example.Demo', true],
      ['org.example.Base', false],
    ]);
    expect(problems).toEqual([]);
  });

  it('is told what it declares and does not hold, or holds as a program', async () => {
    const content = await makeJar({ 'a.xml': demo, 'x/P.class': 'cafebabe' }, [
      'a.xml',
      'x/P.class',
      'gone.xml',
    ]);
    expect((await read(content)).problems).toEqual([
      'p.jar!/x/P.class: the plugin is a Java class, and only definitions can be read',
      'p.jar!/gone.xml: the manifest declares a plugin that is not in the archive',
    ]);
  });

  it('with one broken definition gives all others', async () => {
    const { plugins, problems } = await read(await makeZip({ 'a.xml': broken, 'b.xml': demo, 'c.xml': '' }));
    expect(plugins).toEqual([['org.example.Demo', true]]);
    expect(problems).toEqual([
      expect.stringMatching(/^p\.jar!\/a\.xml, line 1: it is not well-formed XML/),
      expect.stringMatching(/^p\.jar!\/c\.xml, line 1: /),
    ]);
  });

  it('is no way to fill the memory', async () => {
    const bomb = Buffer.concat([Buffer.from('<map>'), Buffer.alloc(20 * 1024 * 1024, ' ')]);
    const content = await makeZip({ 'org/BombPlugin.xml': bomb, 'Demo.xml': demo });
    expect(content.length).toBeLessThan(1024 * 1024);
    const { plugins, problems } = await read(content);
    expect(plugins).toEqual([['org.example.Demo', true]]);
    expect(problems).toEqual(['p.jar!/org/BombPlugin.xml: it is longer than 1048576 bytes']);
  });

  it('is not believed about how long its entries are', async () => {
    const { plugins, problems } = await read(liar('DemoPlugin.xml', Buffer.alloc(8 * 1024 * 1024, ' '), 500));
    expect(plugins).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/^p\.jar!\/DemoPlugin\.xml: too many bytes in the stream/),
    ]);
  });

  it.each(['../../Demo.xml', '/etc/pp/Demo.xml', 'C:/xxxxx/Demo.xml', 'a/../../xDemo.xml'])(
    'has no entry called %s',
    async (name) => {
      const plain = `${'a'.repeat(name.length - 8)}Demo.xml`;
      const { plugins, problems } = await read(renameEntry(await makeZip({ [plain]: demo }), plain, name));
      expect(plugins).toEqual([]);
      expect(problems).toEqual([`p.jar!/${name}: the name of the entry points outside the archive`]);
    },
  );

  it('is refused when it is none, is cut off, or has too many entries', async () => {
    const whole = await makeZip({ 'Demo.xml': demo });
    for (const content of [
      Buffer.from(''),
      Buffer.from('PK'),
      whole.subarray(0, -10),
      claimingEntries(whole, 2),
    ]) {
      const { plugins, problems } = await read(content);
      expect(plugins).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(/^p\.jar: the archive cannot be read: /)]);
    }
  });

  it('may not have entries without end', async () => {
    const { problems } = await read(claimingEntries(await makeZip({ 'Demo.xml': demo }), 20_001));
    expect(problems).toEqual(['p.jar: the archive cannot be read: it has more than 20000 entries']);
  });

  it('is not read on when nobody wants it any more', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(
      readPluginArchive(createFindings(), archive, await makeZip({ 'a.xml': demo }), stopped),
    ).rejects.toThrow('stopped');
  });
});

/** Changes the number of entries in the end-of-central-directory record of an archive. */
function claimingEntries(archive: Buffer, count: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt16LE(count, copy.length - 22 + 8);
  copy.writeUInt16LE(count, copy.length - 22 + 10);
  return copy;
}

/** Creates a ZIP whose entry declares a length of `claimedBytes`. */
function liar(name: string, content: Buffer, claimedBytes: number): Buffer {
  const data = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(claimedBytes, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    common,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
