// Creates ZIP archives for tests.
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** Compresses entries in the given order. */
export function makeZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    file.addBuffer(Buffer.from(content as string), name, { mtime: new Date(0) });
  }
  file.end();
  return buffer(file.outputStream as NodeJS.ReadableStream);
}

/** Creates a JAR whose manifest declares some entries as plugins. */
export function makeJar(
  files: Readonly<Record<string, string | Buffer>>,
  plugins: readonly string[],
): Promise<Buffer> {
  const sections = plugins.map((name) => `Name: ${folded(name)}\r\nLockss-Plugin: true\r\n`);
  const manifest = ['Manifest-Version: 1.0\r\n', ...sections].join('\r\n');
  return makeZip({ 'META-INF/MANIFEST.MF': manifest, ...files });
}

/** Folds a manifest line, which may have at most 72 bytes. The continuation begins with a space. */
function folded(name: string): string {
  return name.length <= 66 ? name : `${name.slice(0, 66)}\r\n ${name.slice(66)}`;
}

/** Replaces every occurrence of a name in the archive with another name of the same length. */
export function renameEntry(archive: Buffer, name: string, other: string): Buffer {
  return Buffer.from(archive.toString('latin1').replaceAll(name, other), 'latin1');
}
