// Builds the self-contained archive for this processor from the working copy, which may contain uncommitted changes.
import { join } from 'node:path';
import { projectFolder } from '../readme/installation.ts';
import { runToEnd } from './build-twice.ts';

/** Builds the archive below `scratch`, as `npm run release` does. */
export async function buildPrograms(scratch: string, version: string): Promise<string> {
  const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
  const [name, archive] = [`holdfast-${version}`, join(scratch, 'programs.tar.gz')];
  const script = `
    import { bootstrap, compile, environment } from './scripts/bootstrap.mjs';
    import { onDemand } from './scripts/on-demand.mjs';
    import { buildProgramTree } from './scripts/release/program-tree.mjs';
    import { packFolder } from './scripts/release/tar.mjs';
    const [scratch, name, archive, cpu] = process.argv.slice(1);
    await bootstrap({ toRun: true, asked: [...onDemand.keys()], keepPnpm: true, build: false });
    compile();
    Object.assign(process.env, environment);
    buildProgramTree(scratch + '/' + name, { cpu });
    await packFolder(scratch, [name], archive, { epoch: 0 });
  `;
  const args = ['--input-type=module', '--eval', script, scratch, name, archive, cpu];
  await runToEnd(process.execPath, args, { cwd: projectFolder });
  return archive;
}
