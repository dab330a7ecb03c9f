// npm run docs: generates docs/settings.md from the programs' settings tables. With the argument `check` it writes
// nothing, and ends with exit code 1 if the page is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { databaseSpec } from '../packages/cli/dist/backup/settings-spec.js';
import { objectStoreSpec } from '../packages/object-store/dist/index.js';
import {
  commonSpec,
  describeDefault,
  describeValues,
  groupOfSetting,
} from '../packages/service-kit/dist/settings/index.js';
import { standaloneSpec } from '../packages/standalone/dist/settings.js';
import { bridgeSpec } from '../services/bridge/dist/env.js';
import { serviceSpec as configSpec } from '../services/config-service/dist/env.js';
import { keepSpec, serviceSpec as repositorySpec } from '../services/repository-service/dist/env.js';

const page = new URL('../docs/settings.md', import.meta.url);

const isTrace = ({ name }) => groupOfSetting(name) === 'traces';
const isJob = ({ name }) => groupOfSetting(name) === 'jobs';
const isCommon = ({ name }) => Object.values(commonSpec).some((setting) => setting.name === name);
const isOtherwise = ({ name, default: value }) => {
  const inService = Object.values(repositorySpec).find((setting) => setting.name === name);
  return inService !== undefined && inService.default !== value;
};

const sections = [
  {
    title: 'npm start',
    text: `What \`npm start\` itself looks at. Everything else that is in its environment reaches both services as it is.
Where nothing else is set, it also gives them \`OBJECT_STORE=fs:DATA_DIR/store\`, \`SPOOL_DIR=DATA_DIR/spool\`,
\`USERS_FILE=DATA_DIR/users.json\`, and
\`REPOSITORY_URL\`, \`REPOSITORY_USER\` and \`REPOSITORY_PASSWORD\` of the repository service that it runs.`,
    settings: Object.values(standaloneSpec),
  },
  {
    title: 'Both services',
    text: 'What each service checks when it starts, under `npm start` or alone.',
    settings: Object.values(commonSpec).filter((setting) => !isTrace(setting)),
  },
  {
    title: 'Repository service',
    settings: Object.values(repositorySpec).filter((setting) => !isCommon(setting) && !isJob(setting)),
  },
  {
    title: 'Object store',
    text: `Where the repository service keeps content. A folder must lie on a file system with hard links. A bucket, or the prefix
in it, must belong to Holdfast alone: uploads that were never finished are removed there. [Object stores](object-stores.md)
says what an S3 server must do, and what SeaweedFS and Garage need set.`,
    settings: Object.values(objectStoreSpec),
  },
  {
    title: 'Jobs of the repository service',
    text: '[Operations](operations.md#jobs) says what each job does.',
    settings: Object.values(repositorySpec).filter(isJob),
  },
  {
    title: 'Configuration service',
    settings: Object.values(configSpec).filter((setting) => !isCommon(setting)),
  },
  {
    title: './holdfast bridge',
    text: 'What the [bridge](bridge.md) checks when it starts; `METRICS_HOST` and `LOG_LEVEL` are as for the services.',
    settings: Object.values(bridgeSpec).filter((setting) => !isCommon(setting)),
  },
  {
    title: 'Traces',
    text: `Both services can send traces by [OpenTelemetry](https://opentelemetry.io), whose names for settings these are;
[Metrics](metrics.md#traces) says what is in them.`,
    settings: Object.values(commonSpec).filter(isTrace),
  },
  {
    title: './holdfast keep',
    text: `The commands that keep the store read the settings of the repository service for the database, the object store,
segments and jobs. These have another default there:`,
    settings: Object.values(keepSpec).filter(isOtherwise),
  },
  {
    title: './holdfast backup and ./holdfast restore',
    text: `They find the node by the settings of \`npm start\` and of the object store. A bucket that backups lie in is described by
\`BACKUP_S3_ENDPOINT\`, \`BACKUP_S3_ACCESS_KEY_ID\` and so on where it is at another server than the node's own: the
settings of the object store with \`BACKUP_\` before them.`,
    settings: Object.values(databaseSpec),
  },
];

const head = `<!-- Made by \`npm run docs\` from the tables by which the programs check their settings. Change those instead. -->

# Settings

All are environment variables. Each may also be given as a file that holds the value, under its name with \`_FILE\` at the
end (\`ADMIN_PASSWORD_FILE=/run/secrets/password\`). A program checks all of its settings at start and reports everything
that is wrong with them together; \`npm start\` checks those of both services, too, before it starts anything. A variable
that nearly has the name of a setting is warned of. Durations are written \`250ms\`, \`30s\`, \`5m\`, \`2h\` or \`1d\`; sizes \`4096\`, \`64KiB\`,
\`8MiB\`, \`1GiB\`, or with \`kB\`, \`MB\`, \`GB\` in powers of 1,000.
`;

const text = [head, ...sections.map(sectionOf)].join('\n');
if (process.argv[2] !== 'check') writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/settings.md is outdated; run npm run docs');
  process.exit(1);
}

function sectionOf({ title, text, settings }) {
  const rows = settings.map((setting) => [
    `\`${setting.name}\``,
    describeDefault(setting),
    describeValues(setting),
    meaningOf(setting),
  ]);
  return [`## ${title}`, '', ...(text === undefined ? [] : [text, '']), ...tableOf(rows), ''].join('\n');
}

function tableOf(rows) {
  const all = [['Setting', 'Default', 'Values', 'Meaning'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lineOf = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [header, ...others] = all.map(lineOf);
  return [header, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...others];
}

function meaningOf({ name, about }) {
  if (!about?.trim()) throw new Error(`${name} does not say what it is for`);
  return about;
}
