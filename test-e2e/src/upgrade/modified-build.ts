// Modifies a copy of this build into a hypothetical next release, which has one more schema change in each service.
import { readdirSync } from 'node:fs';
import { cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';

export interface ExtraSchemaChange {
  /**
   * For each service, the last schema change that an older build must know to work with the new schema. If undefined,
   * older builds would have to know the new change itself, so they refuse the new schema.
   */
  worksWith: Readonly<Record<Service, string>> | undefined;
  statements: Readonly<Record<Service, readonly string[]>>;
}

type Service = 'repository-service' | 'config-service';

/** Folder of this build. Both builds run unconfined even in tests of images, because they share a store. */
export const currentBuildFolder = fileURLToPath(new URL('../../..', import.meta.url));
export const compatibleMigrationName = '9999-compatible';

const services = new URL('../../../services/', import.meta.url);
const findLastMigration = (service: Service): string =>
  readdirSync(new URL(`${service}/src/index/migrations`, services))
    .map((name) => name.replace(/\.ts$/, ''))
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .at(-1)!;

/** A schema change with which this build can still work. */
export const compatibleChange = {
  statements: {
    'repository-service': ['alter table artifact add column spare text', 'create table spare (id integer)'],
    'config-service': ['alter table au_state add column spare text', 'create table spare (id integer)'],
  },
  worksWith: {
    'repository-service': findLastMigration('repository-service'),
    'config-service': findLastMigration('config-service'),
  },
} satisfies ExtraSchemaChange;

/** Creates the modified build and returns its folder. */
export async function makeModifiedBuild({ worksWith, statements }: ExtraSchemaChange): Promise<string> {
  const folder = await createTemporaryFolder();
  await symlink(join(currentBuildFolder, 'packages'), join(folder, 'packages'));
  for (const service of Object.keys(statements) as Service[]) {
    const [from, to] = [join(currentBuildFolder, 'services', service), join(folder, 'services', service)];
    await mkdir(to, { recursive: true });
    await cp(join(from, 'dist'), join(to, 'dist'), { recursive: true });
    await cp(join(from, 'package.json'), join(to, 'package.json'));
    await symlink(join(from, 'node_modules'), join(to, 'node_modules'));
    const migrations = join(to, 'dist/index/migrations');
    await rename(join(migrations, 'index.js'), join(migrations, 'released.js'));
    await writeFile(
      join(migrations, 'index.js'),
      generateMigrations(statements[service], worksWith?.[service]),
    );
  }
  return folder;
}

function generateMigrations(statements: readonly string[], worksWith: string | undefined): string {
  return `import { sql } from 'kysely';
import { migrations as released } from './released.js';

async function up(db) {
  for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(db);
}

export const migrations = { ...released, '${compatibleMigrationName}': { up, worksWith: ${JSON.stringify(worksWith)} } };
`;
}
