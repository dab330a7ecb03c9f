// Virtual modules for the bundle. `operations:repository` and `operations:configuration` contain the data to call each
// operation. `messages:LANGUAGE` and `styles:first` contain the messages and stylesheets of the first screen.
// `messages:LANGUAGE:screens` and `styles:screens` contain the messages and stylesheets of all other screens.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationContract } from '@holdfast/api-types/configuration';
import { repositoryContract } from '@holdfast/api-types/repository';
import { listCallableOperations } from '@holdfast/client/callable';

const contracts = { repository: repositoryContract, configuration: configurationContract };
const source = join(import.meta.dirname, 'src');
const messages = join(source, 'language', 'messages');

/** Stylesheets that the first screen needs, in order. */
const FIRST_STYLES = [
  ...['tokens', 'base', 'parts', 'shell'].map((name) => `./styles/${name}.css`),
  ...listStyles('imports', 'parts/basic', 'screens/overview', 'search'),
];
/** All other stylesheets, in order. */
const SCREEN_STYLES = [
  './styles/screen-parts.css',
  ...listStyles('parts', 'screens').filter((path) => !FIRST_STYLES.includes(path)),
];
/**
 * Groups of messages that the first screen needs. The first screen also needs the titles of all screens, because the
 * navigation shows them.
 */
const FIRST_MESSAGES = ['combobox', 'common', 'overview', 'search', 'shell'];

/** Returns whether the message belongs to the group that the first screen loads. */
export function isFirstMessage(key) {
  const [group, ...name] = key.split('.');
  return FIRST_MESSAGES.includes(group) || name.join('.') === 'title';
}

/** esbuild plugin that provides the modules described above. */
export const tables = {
  name: 'tables',
  setup(build) {
    build.onResolve({ filter: /^(?:operations|messages|styles):/ }, ({ path }) => ({
      path,
      namespace: 'table',
    }));
    build.onLoad({ filter: /^(?:operations|messages):/, namespace: 'table' }, ({ path }) => {
      const [kind, name, group = 'first'] = path.split(':');
      const table = kind === 'operations' ? operationsOf(name) : messagesIn(name, group);
      return { contents: `export default ${JSON.stringify(table)}`, loader: 'js' };
    });
    build.onLoad({ filter: /^styles:/, namespace: 'table' }, ({ path }) => ({
      contents: (path === 'styles:first' ? FIRST_STYLES : SCREEN_STYLES)
        .map((file) => `@import "${file}";`)
        .join('\n'),
      loader: 'css',
      resolveDir: source,
    }));
  },
};

/** Returns the stylesheets in these folders. */
function listStyles(...folders) {
  const found = globSync(
    folders.map((folder) => join(folder, '**', '*.css')),
    { cwd: source },
  );
  return found.sort().map((path) => `./${path}`);
}

function operationsOf(service) {
  return Object.fromEntries(listCallableOperations(contracts[service]));
}

/**
 * Returns one of the two groups of messages in a language. The keys from `aus.en.json`, for example, get the prefix
 * `aus.`.
 */
function messagesIn(language, group) {
  const files = readdirSync(messages).filter((name) => name.endsWith(`.${language}.json`));
  const all = files.flatMap((file) => {
    const found = JSON.parse(readFileSync(join(messages, file), 'utf8'));
    const screen = file.split('.')[0];
    return Object.entries(found).map(([name, message]) => [`${screen}.${name}`, message]);
  });
  return Object.fromEntries(all.filter(([key]) => isFirstMessage(key) === (group === 'first')));
}
