// Writes tar archives whose bytes depend only on their content: sorted names, the same time for all files, root as the
// owner, and fixed modes. GNU tar writes the archive. The pinned Node compresses it, because other versions of gzip and
// zlib produce different bytes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const FIXED = [
  '--sort=name',
  '--numeric-owner',
  '--format=posix',
  '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
  '--hard-dereference',
];

/**
 * Packs `names` of the folder into a file. `epoch`: Unix time of all entries, in seconds. `owner` and `group`: IDs of
 * the user and the group of all entries. `mode`: mode of all entries, in the syntax of `chmod`.
 */
export async function packFolder(folder, names, file, options) {
  const { epoch, compress = true, owner = 0, group = 0, mode = 'u+rwX,go+rX,go-w' } = options;
  const fixed = [...FIXED, `--mtime=@${epoch}`, `--owner=${owner}`, `--group=${group}`, `--mode=${mode}`];
  const tar = spawn('tar', [...fixed, '-C', folder, '-cf', '-', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  const ended = once(tar, 'close');
  await pipeline([tar.stdout, ...(compress ? [createGzip({ level: 9 })] : []), createWriteStream(file)]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code} while it packed ${file}`);
}
