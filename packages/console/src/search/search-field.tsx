// The search box with its list of matches: captures, AUs, titles and publishers, each from its own request.
import { shortenMiddle } from '../language/printable.ts';
import { t } from '../language/t.ts';
import { getAuName, loadAuNames } from '../parts/au/au-names.ts';
import { Combobox, type ComboboxGroup, type ComboboxOption } from '../parts/form/combobox.tsx';
import { formatPath, navigate } from '../routing/location.ts';
import { canCall } from '../service/clients.ts';
import { describeProblem } from '../service/describe-problem.ts';
import { formatCaptureFacts } from './capture-facts.ts';
import { findCaptures } from './find-captures.ts';
import { findAus, findPublishers, findTitles } from './find-names.ts';
import { formatCapturePath, formatSearchPath, formatTitlePath, getShownSearch } from './search-paths.ts';

/** Option with the path of the page that it opens. */
interface SearchOption extends ComboboxOption {
  readonly path: string;
}

type SearchGroup = ComboboxGroup<SearchOption>;

const MAX_CAPTURES = 6;
const MAX_NAMES = 4;
const MAX_URL = 200;

export function SearchField() {
  return (
    <Combobox<SearchOption>
      shown={getShownSearch()}
      label={t('search.label')}
      showLabel={false}
      placeholder={t('search.label')}
      load={loadGroups}
      onChoose={({ path }) => navigate(path)}
      onSubmit={(text) => navigate(formatSearchPath(text))}
    />
  );
}

async function loadGroups(text: string, signal: AbortSignal): Promise<readonly SearchGroup[]> {
  if (text === '') return [];
  const found = await Promise.all([
    canCall('repository', 'searchContent') && loadGroup('captures', listCaptures(text, signal)),
    canCall('configuration', 'queryAus') && loadGroup('aus', listAus(text, signal)),
    canCall('configuration', 'queryTdbTitles') && loadGroup('titles', listTitles(text, signal)),
    canCall('configuration', 'queryTdbPublishers') && loadGroup('publishers', listPublishers(text, signal)),
  ]);
  const groups = found.filter((group) => group !== false && group !== undefined);
  if (groups.every(({ options }) => options.length === 0)) return groups;
  const all = { key: 'all', title: t('found.all'), path: formatSearchPath(text) };
  return [...groups, { key: 'all', title: t('search.title'), options: [all] }];
}

/** Returns a titled group of options, or undefined if there are none. If the request failed, the title says why. */
async function loadGroup(key: string, asked: Promise<SearchOption[]>): Promise<SearchGroup | undefined> {
  const title = t(`found.group.${key}`);
  try {
    const options = await asked;
    return options.length === 0 ? undefined : { key, title, options };
  } catch (error) {
    const reason = describeProblem(error).title;
    return { key, title: t('found.unavailable', { group: title, reason }), options: [] };
  }
}

async function listCaptures(text: string, signal: AbortSignal): Promise<SearchOption[]> {
  const { captures, aus } = await findCaptures(text, MAX_CAPTURES, signal);
  // If the names cannot be loaded, the list shows AUIDs.
  await loadAuNames(captures.map(({ auid }) => auid)).catch(() => undefined);
  return [
    ...captures.map((capture) => ({
      key: capture.uuid,
      title: shortenMiddle(capture.uri, MAX_URL),
      hint: formatCaptureFacts(capture, getAuName(capture.auid)),
      badge: capture.damaged === undefined ? undefined : t('found.damaged'),
      path: formatCapturePath(capture),
    })),
    ...aus.map(({ namespace, auid }) => ({
      key: `${namespace} ${auid}`,
      title: shortenMiddle(auid, MAX_URL),
      hint: t('found.contentOfAu', { namespace }),
      path: formatPath('/content/:namespace/:auid', { namespace, auid }),
    })),
  ];
}

async function listAus(text: string, signal: AbortSignal): Promise<SearchOption[]> {
  const found = await findAus(text, MAX_NAMES, signal);
  return found.map(({ auid, name }) => ({
    key: `au ${auid}`,
    title: shortenMiddle(name || auid, MAX_URL),
    hint: name === '' ? undefined : shortenMiddle(auid, MAX_URL),
    path: formatPath('/aus/:auid', { auid }),
  }));
}

async function listTitles(text: string, signal: AbortSignal): Promise<SearchOption[]> {
  const found = await findTitles(text, MAX_NAMES, signal);
  return found.map(({ id, name, publisher, issns }) => ({
    key: `title ${publisher} ${id} ${name}`,
    title: shortenMiddle(name, MAX_URL),
    hint: [publisher, ...issns].join(' · '),
    path: formatTitlePath(name),
  }));
}

async function listPublishers(text: string, signal: AbortSignal): Promise<SearchOption[]> {
  const found = await findPublishers(text, MAX_NAMES, signal);
  return found.map((name) => ({
    key: `publisher ${name}`,
    title: shortenMiddle(name, MAX_URL),
    path: formatTitlePath(name),
  }));
}
