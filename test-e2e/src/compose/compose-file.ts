// Parses docker-compose.yml and checks it against this project's rules, without Docker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const composeProjectFolder = fileURLToPath(new URL('../../..', import.meta.url));
export const composeFile = join(composeProjectFolder, 'docker-compose.yml');

export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  profiles?: string[];
  env_file?: { path: string; required: boolean }[];
  logging?: { driver: string; options: Record<string, string> };
  mem_limit?: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  volumes: string[];
  ports?: string[];
  stop_grace_period?: string;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
}

export function readComposeFile(): string {
  return readFileSync(composeFile, 'utf8');
}

/** Parses docker-compose.yml. `variables`: environment of the user who runs docker compose. */
export function parseComposeFile(
  text: string,
  variables: Readonly<Record<string, string>> = {},
): ComposeFile {
  const resolved = text.replace(
    /(?<!\$)\$\{(\w+):([-+])([^}]*)\}/g,
    (_all, name: string, sign, other: string) => {
      const value = variables[name] ?? '';
      return (value === '') === (sign === '-') ? other : sign === '-' ? value : '';
    },
  );
  return parse(resolved, { merge: true }) as ComposeFile;
}

/** Returns whether the service runs once and exits. */
export function isOneShot(service: ComposeService): boolean {
  return service.restart === 'no';
}

/** Returns the documented names of a service's settings, without the suffix `_FILE`. */
export function listSettings({ environment = {} }: ComposeService): string[] {
  return Object.keys(environment).map((name) => (isSecretFile(name) ? name.replace(/_FILE$/, '') : name));
}

/** Returns whether the setting is the `_FILE` variant of another setting, so that its value is the path of a file. */
export function isSecretFile(setting: string): boolean {
  return setting.endsWith('_FILE') && !readSettingsPage().includes(`| \`${setting}\``);
}

export function readSettingsPage(): string {
  return readFileSync(join(composeProjectFolder, 'docs/settings.md'), 'utf8');
}

/** Translates a path in the service's container to the path `FOLDER/FILE` in the output folder of make-secrets.sh. */
export function findSecretPath({ volumes }: ComposeService, path: string): string {
  for (const [source = '', target = ''] of volumes.map((volume) => volume.split(':'))) {
    if (source.startsWith('secrets-') && path.startsWith(`${target}/`))
      return join(source.slice('secrets-'.length), path.slice(target.length + 1));
  }
  throw new Error(`${path} is in no volume of secrets`);
}

type ServiceRule = (service: ComposeService, file: ComposeFile) => boolean;

const rules: Record<string, ServiceRule> = {
  'its image has a whole version': ({ image }) => /:v?\d+\.\d+[^:/]*(@sha256:[0-9a-f]{64})?$/.test(image),
  'it is nobody else’s MinIO': ({ image }) => !/minio/.test(image),
  'it needs nothing that an inactive profile leaves out': ({ depends_on = {}, profiles = [] }, file) =>
    Object.entries(depends_on).every(([name, { required = true }]) => {
      const others = file.services[name]?.profiles ?? [];
      return (
        !required ||
        others.length === 0 ||
        (profiles.length > 0 && profiles.every((one) => others.includes(one)))
      );
    }),
  'it is watched': (service) => isOneShot(service) || service.healthcheck !== undefined,
  'it runs again after a fall': (service) => isOneShot(service) || service.restart === 'unless-stopped',
  'its root file system is read-only': ({ read_only }) => read_only === true,
  'it has no capabilities of its own accord': ({ cap_drop }) => cap_drop?.join() === 'ALL',
  'it cannot gain rights': ({ security_opt }) => security_opt?.includes('no-new-privileges:true') === true,
  'it does not run as root': (service) =>
    isOneShot(service) || service.build !== undefined || /^[1-9]\d*:[1-9]\d*$/.test(service.user ?? ''),
  'it has a limit to its memory': (service) => isOneShot(service) || service.mem_limit !== undefined,
  'no secret is written down in it': ({ environment = {} }) =>
    Object.keys(environment).every(
      (name) =>
        !/PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL|READ_URL|OTLP_HEADERS/.test(name) || name.endsWith('_FILE'),
    ),
  'its files are where it is told': ({ environment = {}, volumes }) =>
    Object.entries(environment)
      .filter(([name, path]) => name.endsWith('_FILE') && path !== '')
      .every(([, path]) => volumes.some((volume) => path.startsWith(`${volume.split(':')[1]}/`))),
  'its volumes have names': ({ volumes }, file) =>
    volumes
      .map((volume) => volume.split(':')[0]!)
      .every((name) => name.startsWith('./') || name in file.volumes),
  'it waits for what it needs': ({ depends_on = {} }, file) =>
    Object.entries(depends_on).every(([name, { condition }]) => {
      const needed = file.services[name];
      return (
        needed !== undefined &&
        condition === (isOneShot(needed) ? 'service_completed_successfully' : 'service_healthy')
      );
    }),
  'it reads and writes the users that all of its kind do': ({ environment = {}, volumes }) =>
    environment.USERS_FILE === undefined ||
    (environment.USERS_FILE === '/users/users.json' && volumes.includes('users:/users')),
  'it is reached from this machine alone, except by TLS': ({ ports = [], image }) =>
    ports.every((port) => port.startsWith('127.0.0.1:') || image.startsWith('caddy:')),
  'its log does not fill the disk': ({ logging }) =>
    logging?.driver === 'local' &&
    /^\d+m$/.test(logging.options['max-size'] ?? '') &&
    /^\d+$/.test(logging.options['max-file'] ?? ''),
  'the services of this project take all settings of `.env`': ({ image, environment = {}, env_file = [] }) =>
    !/^holdfast\/(?!pywb)/.test(image) ||
    Object.keys(environment).length === 0 ||
    env_file.some(({ path, required }) => path === '.env' && !required),
};

/** Returns a description `service: rule` of every violated rule. */
export function findComposeViolations(file: ComposeFile): string[] {
  return Object.entries(file.services).flatMap(([name, service]) =>
    Object.entries(rules).flatMap(([rule, holds]) => (holds(service, file) ? [] : [`${name}: ${rule}`])),
  );
}
