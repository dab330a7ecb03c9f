// Process to be killed: writes objects endlessly, and prints the key of each after `close()` has resolved. Arguments:
// folder of the store, prefix of the keys, size of an object in bytes.
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
