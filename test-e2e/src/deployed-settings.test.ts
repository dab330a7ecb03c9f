// Checks that docker-compose.yml, the Kubernetes manifests and the Helm chart accept every setting in docs/settings.md.
// Settings whose value they fix are listed here with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import {
  type ComposeFile,
  composeProjectFolder,
  isSecretFile,
  readComposeFile,
  readSettingsPage,
} from './compose/compose-file.ts';

interface DocumentedSetting {
  readonly section: string;
  readonly name: string;
  readonly isSecret: boolean;
}

const forBoth = ['Both services', 'Object store', 'Traces'];

/** Sections of docs/settings.md with the settings of each program. */
const sections = {
  'repository-service': [...forBoth, 'Repository service', 'Jobs of the repository service'],
  'config-service': [...forBoth, 'Configuration service'],
  bridge: ['./holdfast bridge', 'Traces'],
};
const programs = Object.keys(sections) as (keyof typeof sections)[];

/** Sections of programs that do not run in a container, or that use the settings of the services. */
const otherSections = ['npm start', './holdfast keep', './holdfast backup and ./holdfast restore'];

/** Settings whose value docker-compose.yml fixes, with the reason. */
const FIXED_IN_COMPOSE: Readonly<Record<string, string>> = {
  HOST: 'A container listens on all of its addresses. Its `ports` decide who can reach it.',
  METRICS_HOST: 'Only the other containers reach this port.',
  SPOOL_DIR: 'A volume.',
  USERS_FILE: 'A volume that both services share.',
  DRAIN_TIMEOUT: '`stop_grace_period` is longer.',
  DATABASE_URL: 'PostgreSQL is a container of the same file.',
  BRIDGE_CONFIGURATION_DATABASE_URL: 'PostgreSQL is a container of the same file.',
  BRIDGE_REPOSITORY_DATABASE_URL: 'PostgreSQL is a container of the same file.',
  REPOSITORY_USER: 'READER_USER sets it for both services.',
  ADMIN_PASSWORD: 'make-secrets.sh creates it. A file in config/secrets replaces it.',
  READER_PASSWORD: 'make-secrets.sh creates it. A file in config/secrets replaces it.',
  REPOSITORY_PASSWORD: 'READER_PASSWORD of the other service.',
  PLUGIN_STORE_PASSWORD: 'make-secrets.sh creates it. A file in config/secrets replaces it.',
  SESSION_SECRET: 'make-secrets.sh creates it. A file in config/secrets replaces it.',
  JOURNAL_KEY: 'make-secrets.sh creates it. A file in config/secrets replaces it.',
};

/**
 * Settings whose value the Deployments fix, with the reason. The chart's `secretFiles` can replace the files of the
 * secret.
 */
const FIXED_IN_KUBERNETES: Readonly<Record<string, string>> = {
  SPOOL_DIR: 'A volume.',
  ADMIN_PASSWORD: 'A file of the secret.',
  READER_PASSWORD: 'A file of the secret.',
  REPOSITORY_PASSWORD: 'A file of the secret.',
  SESSION_SECRET: 'A file of the secret.',
  DATABASE_URL: 'A file of the secret.',
  S3_ACCESS_KEY_ID: 'A file of the secret.',
  S3_SECRET_ACCESS_KEY: 'A file of the secret.',
  BRIDGE_CONFIGURATION_DATABASE_URL: 'A file of the secret.',
  BRIDGE_REPOSITORY_DATABASE_URL: 'A file of the secret.',
};

/** Settings that may contain a password or belong to a secret key, although their kind is not `secret`. */
const TREATED_AS_SECRET = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'S3_ACCESS_KEY_ID',
  'BRIDGE_CONFIGURATION_DATABASE_URL',
  'BRIDGE_REPOSITORY_DATABASE_URL',
];

/** Settings of the services that the bridge reads, too. */
const OF_THE_BRIDGE = ['METRICS_HOST', 'LOG_LEVEL'];

const documented = readDocumented();
const selectSettings = (program: keyof typeof sections) =>
  documented.filter(
    ({ section, name }) =>
      sections[program].includes(section) ||
      (program === 'bridge' && section === 'Both services' && OF_THE_BRIDGE.includes(name)),
  );
const readProjectFile = (path: string) => readFileSync(join(composeProjectFolder, path), 'utf8');

it('knows the program of every section', () => {
  const known = new Set([...Object.values(sections).flat(), ...otherSections]);
  expect(new Set(documented.map(({ section }) => section))).toEqual(known);
  expect(documented.filter(({ isSecret }) => isSecret).length).toBeGreaterThan(15);
  for (const program of programs) expect(selectSettings(program).length).toBeGreaterThan(15);
});

describe('docker-compose.yml', () => {
  // Parses the file without substituting variables, so that `${NAME:-…}` is visible.
  const { services } = parse(readComposeFile(), { merge: true }) as ComposeFile;
  const fixed = (program: string) =>
    Object.entries(services[program]!.environment ?? {})
      .filter(([name, value]) => !value.includes(`\${${name}:-`))
      .map(([name]) => stripFileSuffix(name));

  it('decides the value of no setting without a reason', () => {
    const all = new Set(programs.flatMap(fixed));
    expect([...all].sort()).toEqual(Object.keys(FIXED_IN_COMPOSE).sort());
  });

  it.each(programs)(
    'passes all other settings of %s through, secrets as files of config/secrets',
    (program) => {
      const { env_file: files, volumes } = services[program]!;
      expect(files).toEqual([{ path: '.env', required: false }]);
      expect(volumes).toContainEqual(expect.stringMatching(/^secrets-[\w-]+:\/run\/secrets\/holdfast:ro$/));
      expect(services.prepare!.volumes).toEqual(expect.arrayContaining(['./config:/config:ro']));
      const copied = /for program in ([^;\n]+)/.exec(services.prepare!.command![0]!)![1]!.split(' ');
      expect(copied).toContain(program);
    },
  );
});

describe('the manifests for Kubernetes', () => {
  const folders = {
    'repository-service': 'base/repository-service',
    'config-service': 'base/config-service',
    bridge: 'components/bridge',
  };
  const containerOf = (program: keyof typeof folders) => {
    const { spec } = parse(readProjectFile(`k8s/${folders[program]}/deployment.yaml`));
    return spec.template.spec.containers[0] as {
      env: { name: string; value: string }[];
      envFrom: unknown[];
      volumeMounts: { mountPath: string }[];
    };
  };

  it('decide the value of no setting without a reason', () => {
    const all = new Set(
      programs.flatMap((one) => containerOf(one).env.map(({ name }) => stripFileSuffix(name))),
    );
    expect([...all].sort()).toEqual(Object.keys(FIXED_IN_KUBERNETES).sort());
  });

  it.each(programs)('give %s all settings of its config map, and the files of its secret', (program) => {
    const { env, envFrom, volumeMounts } = containerOf(program);
    expect(envFrom).toEqual([{ configMapRef: { name: program } }]);
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/run/secrets/holdfast');
    const known = selectSettings(program).map(({ name }) => name);
    expect(env.map(({ name }) => stripFileSuffix(name)).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('name only settings that exist', () => {
    const components = readdirSync(join(composeProjectFolder, 'k8s/components'));
    const generators = components.flatMap((name): { name: string; literals?: string[] }[] => {
      const { configMapGenerator = [] } = parse(readProjectFile(`k8s/components/${name}/kustomization.yaml`));
      return configMapGenerator;
    });
    const given = programs.flatMap((program) =>
      generators
        .filter(({ name }) => name === program)
        .flatMap(({ literals = [] }) => literals.map((line) => ({ program, name: line.split('=')[0]! }))),
    );
    expect(given.length).toBeGreaterThan(20);
    const unknown = given.filter(
      ({ program, name }) =>
        !selectSettings(program).some(
          (one) => one.name === name.replace(/^((?:S3_|STORE_ROLE).*)_FAR$/, '$1'),
        ),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the values of the Helm chart', () => {
  const schema = JSON.parse(readProjectFile('k8s/values.schema.json')) as {
    $defs: Record<'settings' | 'secretFiles', { propertyNames: NamePattern }>;
  };
  const isAccepted = (group: 'settings' | 'secretFiles', name: string) =>
    matchesPattern(schema.$defs[group].propertyNames, name);

  it.each(programs)('take every setting of %s: in clear, or from a file if it is a secret', (program) => {
    for (const { name, isSecret } of selectSettings(program)) {
      const inClear = !isSecret && !TREATED_AS_SECRET.includes(name);
      expect([name, isAccepted('settings', name)]).toEqual([name, inClear]);
      expect([name, isAccepted('settings', `${name}_FAR`)]).toEqual([name, inClear]);
      const file = name.replace(/_FILE$/, '');
      expect([name, isAccepted('secretFiles', file)]).toEqual([name, true]);
      expect([name, isAccepted('settings', `${file}_FILE`)]).toEqual([name, true]);
    }
  });
});

/** Part of a JSON Schema that restricts names. */
interface NamePattern {
  readonly pattern?: string;
  readonly not?: NamePattern;
  readonly if?: NamePattern;
  readonly then?: NamePattern;
}

function matchesPattern(schema: NamePattern, name: string): boolean {
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(name)) return false;
  if (schema.not !== undefined && matchesPattern(schema.not, name)) return false;
  return (
    schema.if === undefined || !matchesPattern(schema.if, name) || matchesPattern(schema.then ?? {}, name)
  );
}

function stripFileSuffix(name: string): string {
  return isSecretFile(name) ? name.replace(/_FILE$/, '') : name;
}

function readDocumented(): DocumentedSetting[] {
  return readSettingsPage()
    .split(/^## /m)
    .slice(1)
    .flatMap((text) => {
      const [section = ''] = text.split('\n');
      return [...text.matchAll(/^\| `(\w+)` +\|[^|]*\| ([^|]*?) *\|/gm)].map(([, name, values]) => ({
        section,
        name: name!,
        isSecret: values === 'secret',
      }));
    });
}
