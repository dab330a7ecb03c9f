// Usage: npm run drill -- release [--without-images]. Builds a release of the current commit twice, compares both
// builds byte for byte, and runs the programs as a user without npm.
import { checkRelease } from '../release/release.ts';
import { runDrill } from '../support/run-drill.ts';

const images = !process.argv.includes('--without-images');

await runDrill(async () => {
  const outcome = await checkRelease({ images });
  console.log(JSON.stringify(outcome, undefined, 2));
  const { differing, unnamed, captures, debianVersion, imageSays } = outcome;
  if (differing.length > 0) throw new Error(`two builds differ in ${differing.join(', ')}`);
  if (unnamed.length > 0) throw new Error(`the bill of materials lacks ${unnamed.join(', ')}`);
  if (captures !== 5) throw new Error(`replay found ${captures} captures of 5`);
  if (!/^holdfast \d/.test(debianVersion)) throw new Error(`the Debian package printed ${debianVersion}`);
  if (imageSays !== undefined && !imageSays.includes('OBJECT_STORE'))
    throw new Error(`the service said in its image: ${imageSays}`);
});
