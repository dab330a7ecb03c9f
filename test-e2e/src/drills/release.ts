// Usage: npm run drill -- release [GIGABYTES] [--without-images] [--build-only]. Builds a release of the current commit
// twice, compares both builds byte for byte, lists the sizes, and compares the bills of materials with the packages. As
// root, runs an image under the installed container runtimes, and the Debian package under the restrictions of its
// systemd unit. Then, unless `--build-only` is given, uses the self-contained archive as a user without npm, behind
// Caddy and behind nginx with TLS, and imports an archive of 3 GB through each proxy. GIGABYTES replaces this size.
import { checkRelease } from '../release/release.ts';
import { runDrill } from '../support/run-drill.ts';

const MAX_ARCHIVE_BYTES = 100e6;

const words = process.argv.slice(2);
const [images, isBuildOnly] = [!words.includes('--without-images'), words.includes('--build-only')];
const [gigabytes = '3', ...rest] = words.filter((word) => !/^--(?:without-images|build-only)$/.test(word));
const importBytes = isBuildOnly ? undefined : Number(gigabytes) * 1e9;
if (rest.length > 0 || !(Number(gigabytes) > 0)) {
  console.error('npm run drill -- release [GIGABYTES] [--without-images] [--build-only]');
  process.exit(2);
}

await runDrill(async () => {
  const outcome = await checkRelease({ images, importBytes });
  console.log(JSON.stringify(outcome, undefined, 2));
  const { differing, unnamed, sizes, debianVersion, images: used } = outcome;
  if (differing.length > 0) throw new Error(`two builds differ in ${differing.join(', ')}`);
  if (unnamed.length > 0) throw new Error(`the bill of materials lacks ${unnamed.join(', ')}`);
  for (const [name, sizeBytes] of Object.entries(sizes))
    if (name.endsWith('.tar.gz') && sizeBytes > MAX_ARCHIVE_BYTES)
      throw new Error(`${name} has ${sizeBytes} bytes`);
  if (!/^holdfast \d/.test(debianVersion)) throw new Error(`the Debian package printed ${debianVersion}`);
  if (used !== undefined && !used.imageSays.includes('OBJECT_STORE'))
    throw new Error(`the service said in its image: ${used.imageSays}`);
});
