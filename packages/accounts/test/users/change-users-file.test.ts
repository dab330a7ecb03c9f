import { writeFileSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { changeUsersFile, readUsersDocument } from '../../src/users/change-users-file.ts';
import { listUserEntries, putUserEntry, type UsersDocument } from '../../src/users/users-document.ts';

const lateMs = 3_600_000;

async function emptyFile(): Promise<{ folder: string; file: string }> {
  const folder = await createTemporaryFolder();
  const file = join(folder, 'users.json');
  await writeFile(file, '[]\n', { mode: 0o600 });
  return { folder, file };
}

const adding =
  (name: string) =>
  (document: UsersDocument): UsersDocument =>
    putUserEntry(document, {
      name,
      password: `$scrypt$ln=10,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
      roles: [],
    });

it('loses no change of many at once, though a lock was left behind', async () => {
  const { folder, file } = await emptyFile();
  await writeFile(`${file}.lock`, 'of a process that ended');
  const before = new Date(Date.now() - lateMs);
  await utimes(`${file}.lock`, before, before);
  const names = Array.from({ length: 20 }, (_, i) => `user-${i}`);
  await Promise.all(names.map((name) => changeUsersFile(file, adding(name))));
  const stored = listUserEntries(await readUsersDocument(file)).map(({ name }) => name);
  expect(stored.toSorted()).toEqual(names.toSorted());
  expect(await readdir(folder)).toEqual(['users.json']);
});

it('changes nothing after another has taken its lock, and leaves that lock alone', async () => {
  const { file } = await emptyFile();
  const changed = changeUsersFile(file, (document) => {
    writeFileSync(`${file}.lock`, 'of another');
    return adding('ann')(document);
  });
  await expect(changed).rejects.toThrow('took too long');
  expect(await readFile(file, 'utf8')).toBe('[]\n');
  expect(await readFile(`${file}.lock`, 'utf8')).toBe('of another');
});
