// This build as the next release may be: with one more schema change in each service.
import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@holdfast/testkit';

export interface SpareChange {
  /** In each service, the last change that code must know to work on the result; undefined: this one. */
  worksWith: Readonly<Record<Service, string>> | undefined;
  statements: Readonly<Record<Service, readonly string[]>>;
}

type Service = 'repository-service' | 'config-service';

/** The build that it is made of. Both run as they are built, also where images are tested: they share a store. */
export const thisBuild = fileURLToPath(new URL('../../..', import.meta.url));
export const spareName = '9999-spare';

/** Its folder. */
export async function doctoredBuild({ worksWith, statements }: SpareChange): Promise<string> {
  const folder = await temporaryFolder();
  await symlink(join(thisBuild, 'packages'), join(folder, 'packages'));
  for (const service of Object.keys(statements) as Service[]) {
    const [from, to] = [join(thisBuild, 'services', service), join(folder, 'services', service)];
    await mkdir(to, { recursive: true });
    await cp(join(from, 'dist'), join(to, 'dist'), { recursive: true });
    await cp(join(from, 'package.json'), join(to, 'package.json'));
    await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
    const migrations = join(to, 'dist/index/migrations');
    await rename(join(migrations, 'index.js'), join(migrations, 'released.js'));
    await writeFile(join(migrations, 'index.js'), withSpare(statements[service], worksWith?.[service]));
  }
  return folder;
}

function withSpare(statements: readonly string[], worksWith: string | undefined): string {
  return `import { sql } from 'kysely';
import { migrations as released } from './released.js';

async function up(db) {
  for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(db);
}

export const migrations = { ...released, '${spareName}': { up, worksWith: ${JSON.stringify(worksWith)} } };
`;
}
