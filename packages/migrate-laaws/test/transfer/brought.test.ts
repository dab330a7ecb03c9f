import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { openTransferredArtifacts } from '../../src/transfer/brought-artifacts.ts';

const au = { namespace: 'lockss', auid: 'a' };
const uuidOf = (number: number) => `0198c4a2-0001-4d3a-9b52-${String(number).padStart(12, '0')}`;

describe('what a source brought', () => {
  it('is remembered for its AU, by later runs too', async () => {
    const folder = await createTemporaryFolder();
    const first = openTransferredArtifacts(folder, []);
    first.add(au, uuidOf(1));
    first.add(au, uuidOf(1));
    first.close();
    const second = openTransferredArtifacts(folder, []);
    expect([1, 2].map((one) => second.has(au, uuidOf(one)))).toEqual([true, false]);
    expect(second.has({ ...au, namespace: 'other' }, uuidOf(1))).toBe(false);
    expect(second.has({ ...au, auid: 'b' }, uuidOf(1))).toBe(false);
    second.close();
  });

  it('is remembered of more AUs than are held at once', async () => {
    const brought = openTransferredArtifacts(await createTemporaryFolder(), []);
    const many = Array.from({ length: 200 }, (_, number) => ({ ...au, auid: `au ${number}` }));
    for (const [number, one] of many.entries()) brought.add(one, uuidOf(number));
    for (const [number, one] of many.entries()) brought.add(one, uuidOf(1_000 + number));
    expect(
      many.every(
        (one, number) => brought.has(one, uuidOf(number)) && brought.has(one, uuidOf(1_000 + number)),
      ),
    ).toBe(true);
    brought.close();
  });

  it('is another matter for another source, unless that is said to be the same', async () => {
    const [own, other] = [await createTemporaryFolder(), await createTemporaryFolder()];
    const before = openTransferredArtifacts(other, []);
    before.add(au, uuidOf(1));
    before.close();
    expect(openTransferredArtifacts(own, []).has(au, uuidOf(1))).toBe(false);
    expect(openTransferredArtifacts(own, [other]).has(au, uuidOf(1))).toBe(true);
  });

  it('survives a line that was cut, and nothing else is taken for a uuid', async () => {
    const folder = await createTemporaryFolder();
    const first = openTransferredArtifacts(folder, []);
    first.add(au, uuidOf(1));
    first.close();
    const [file] = await readdir(folder, { recursive: true }).then((all) =>
      all.filter((one) => one.endsWith('.uuids')),
    );
    await appendFile(join(folder, file!), uuidOf(2).slice(0, 20));
    const second = openTransferredArtifacts(folder, []);
    second.add(au, uuidOf(3));
    second.close();
    const third = openTransferredArtifacts(folder, []);
    expect([1, 2, 3].map((one) => third.has(au, uuidOf(one)))).toEqual([true, false, true]);
  });

  it('cannot be remembered where a file is in the way, which is said', async () => {
    const file = join(await createTemporaryFolder(), 'file');
    await appendFile(file, '');
    const brought = openTransferredArtifacts(file, []);
    expect(() => brought.add(au, uuidOf(1))).toThrow(UsageError);
  });
});
