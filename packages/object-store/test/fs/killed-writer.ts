// Program that the test kills: writes objects in an endless loop, and prints each key after `close()` has resolved.
// Arguments: folder of the store, key prefix, object size in bytes.
import { openFsStore } from '../../src/fs/store.ts';

const [folder, name, size] = process.argv.slice(2) as [string, string, string];
const store = await openFsStore({ folder });
for (let number = 0; ; number += 1) {
  const key = `kill/${name}/${number}`;
  const writer = store.create(key);
  for (let at = 0; at < Number(size); at += 100_000) {
    await writer.write(Buffer.alloc(Math.min(100_000, Number(size) - at), number % 251));
  }
  await writer.close();
  process.stdout.write(`${key}\n`);
}
