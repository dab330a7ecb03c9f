import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { fromBufferPromise } from 'yauzl';
import { verifyArchiveSignature } from '../../../src/loading/plugins/archive-signature.ts';
import { readFixture, readKnownKeystore } from '../../domain/signed-jar/fixtures.ts';
import { makeZip, renameEntry } from './archives.ts';

const trust = {
  keystore: readKnownKeystore(),
  acceptsExpired: true,
  nowMs: Date.parse('2026-12-01T00:00:00Z'),
};
const judge = (jar: Buffer, more: Partial<typeof trust> = {}) =>
  verifyArchiveSignature(jar, { ...trust, ...more }, new AbortController().signal);

const PLUGIN = 'org/example/DemoPlugin.xml';
const MANIFEST = 'META-INF/MANIFEST.MF';

async function entriesOf(jar: Buffer): Promise<Record<string, Buffer>> {
  const archive = await fromBufferPromise(jar, { lazyEntries: true });
  const entries: Record<string, Buffer> = {};
  for await (const entry of archive.eachEntry())
    if (!entry.fileName.endsWith('/'))
      entries[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
  return entries;
}

/** Replaces entries of the JAR. The value undefined removes an entry. */
async function changed(name: string, changes: Readonly<Record<string, Buffer | string | undefined>>) {
  const entries = Object.entries({ ...(await entriesOf(readFixture(name))), ...changes });
  return makeZip(
    Object.fromEntries(entries.filter((entry): entry is [string, Buffer] => entry[1] !== undefined)),
  );
}

describe('the signature of a JAR', () => {
  it.each([
    ['rsa.jar', 'rsa'],
    ['dsa.jar', 'dsa'],
    ['ec.jar', 'ec'],
    ['pss.jar', 'pss'],
    ['ed25519.jar', 'ed25519'],
    ['sha512.jar', 'rsa'],
    ['expired.jar', 'expired'],
    ['both.jar', 'ec'],
  ])('%s is right', async (name, signer) => {
    expect(await judge(readFixture(name))).toEqual({ signedBy: JSON.stringify(signer) });
  });

  it.each([
    ['plain.jar', 'is not signed'],
    ['other.jar', 'is signed by "other", whose certificate is not in the keystore'],
    [
      'impostor.jar',
      'is signed by "rsa", which has the name of a certificate in the keystore, but another key',
    ],
    ['sha1.jar', 'is signed with SHA-1, which is no longer secure'],
    ['partly.jar', 'has the entry "manifest.txt", which is not signed'],
  ])('%s is refused', async (name, refused) => {
    expect(await judge(readFixture(name))).toEqual({ refused });
  });

  it('goes by the dates of the certificate', async () => {
    const refused = 'is signed by "expired", whose certificate has expired';
    expect(await judge(readFixture('expired.jar'), { acceptsExpired: false })).toEqual({ refused });
    expect(await judge(readFixture('rsa.jar'), { acceptsExpired: false })).toEqual({ signedBy: '"rsa"' });
    const early = await judge(readFixture('rsa.jar'), { nowMs: 0 });
    expect(early).toEqual({ refused: 'is signed by "rsa", whose certificate is not valid yet' });
  });

  const rsa = async (name: string) => (await entriesOf(readFixture('rsa.jar')))[name]!.toString('latin1');
  const tricks: readonly [string, () => Promise<Buffer>, string][] = [
    ['an entry changed', () => changed('rsa.jar', { [PLUGIN]: '<map/>' }), 'was changed after signing'],
    ['an entry added', () => changed('rsa.jar', { 'x/P.xml': '<map/>' }), 'which is not signed'],
    ['an entry taken away', () => changed('rsa.jar', { [PLUGIN]: undefined }), 'is missing now'],
    [
      'an entry added, and declared in the manifest',
      async () => {
        const digest = '3mRgx9TsBxOB1UlgmNrNkCoP7m7Qsoc1eHuwgWTGd1k=';
        const more = `Name: x/P.xml\r\nSHA-256-Digest: ${digest}\r\nLockss-Plugin: true\r\n\r\n`;
        return changed('rsa.jar', { 'x/P.xml': '<map/>', [MANIFEST]: (await rsa(MANIFEST)) + more });
      },
      'has the entry "x/P.xml", which is not signed',
    ],
    [
      'a digest in the manifest changed',
      async () =>
        changed('rsa.jar', { [MANIFEST]: (await rsa(MANIFEST)).replace(/-Digest: ./, '-Digest: !') }),
      'has a manifest that differs from',
    ],
    [
      'the main attributes changed',
      async () => changed('rsa.jar', { [MANIFEST]: `Class-Path: x.jar\r\n${await rsa(MANIFEST)}` }),
      'has a manifest that is not the one',
    ],
    [
      'an entry named twice in the manifest',
      async () => {
        const text = await rsa(MANIFEST);
        return changed('rsa.jar', { [MANIFEST]: text + text.slice(text.indexOf('Name: ')) });
      },
      'twice in META-INF/MANIFEST.MF',
    ],
    [
      'the signature file changed',
      async () => changed('rsa.jar', { 'META-INF/RSA.SF': `${await rsa('META-INF/RSA.SF')}\r\n` }),
      'has a signature file that was changed after signing',
    ],
    [
      'the signature taken away',
      () => changed('rsa.jar', { 'META-INF/RSA.RSA': undefined }),
      'is not signed',
    ],
    ['no manifest', () => changed('rsa.jar', { [MANIFEST]: undefined }), 'it has no manifest'],
    [
      'the block of another JAR',
      async () =>
        changed('rsa.jar', {
          'META-INF/RSA.RSA': (await entriesOf(readFixture('sha512.jar')))['META-INF/RSA.RSA'],
        }),
      'has a signature file that was changed after signing',
    ],
    [
      'a block of nothing',
      () => changed('rsa.jar', { 'META-INF/RSA.RSA': '0\u0003' }),
      'has a signature block',
    ],
    [
      'one name twice in the archive',
      async () =>
        renameEntry(
          await changed('rsa.jar', { 'org/example/DemoPlugin.xmm': 'x' }),
          'DemoPlugin.xmm',
          'DemoPlugin.xml',
        ),
      'twice',
    ],
  ];
  it.each(tricks)('is refused with %s', async (_what, make, why) => {
    expect(await judge(await make())).toEqual({ refused: expect.stringContaining(why) });
  });

  it('has no other signer, and is not right, when bytes of the block are others', async () => {
    const block = (await entriesOf(readFixture('ec.jar')))['META-INF/EC.EC']!;
    // Changes bytes of the block. Bytes near the end belong to the signature value; some earlier bytes do not affect
    // the verification.
    const inValue = block.length - 60;
    for (let at = 0; at < block.length; at += at < inValue ? 13 : 5) {
      const other = Buffer.from(block);
      other[at]! ^= 0x10;
      const verdict = await judge(await changed('ec.jar', { 'META-INF/EC.EC': other }));
      if ('signedBy' in verdict) expect([verdict.signedBy, at < inValue]).toEqual(['"ec"', true]);
    }
  });
});
