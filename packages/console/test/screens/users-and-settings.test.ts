// Tests how the screens of users and settings display data from the services.
import { describe, expect, it } from '@jest/globals';
import {
  type ServiceFinding,
  sortByVerdict,
  summarizeFindings,
} from '../../src/screens/settings/findings.ts';
import { splitMarkdown } from '../../src/screens/settings/markdown-spans.ts';
import { mergeLoginLists } from '../../src/screens/users/login-lists.ts';
import { checkTokenDraft, listGrantableRoles, splitNamespaces } from '../../src/screens/users/token-draft.ts';
import { mergeTokenLists } from '../../src/screens/users/token-lists.ts';

describe('users of two services', () => {
  const alice = { name: 'alice', roles: ['auAdminRole'], disabled: false, from: 'USERS_FILE' as const };
  const file = (revision: string | null) => ({ path: '/users.json', revision, whyFixed: null });
  const list = (service: 'configuration' | 'repository', logins: object) => ({
    services: [service],
    logins: logins as never,
  });
  const [both, one] = [['configuration', 'repository'], ['configuration']];
  const servicesOf = (first: object, second: object) =>
    mergeLoginLists([list('configuration', first), list('repository', second)])[0]!.services;

  it('are one list where both read the same state of the same file', () => {
    const same = { logins: [alice], file: file('1:2') };
    expect(servicesOf(same, same)).toEqual(both);
    expect(servicesOf({ logins: [], file: null }, { logins: [], file: null })).toEqual(both);
  });

  it('are two lists where files, their states or users differ, or a file cannot be read', () => {
    expect(servicesOf({ logins: [], file: file('1:2') }, { logins: [], file: file('1:3') })).toEqual(one);
    expect(servicesOf({ logins: [], file: file(null) }, { logins: [], file: file(null) })).toEqual(one);
    expect(servicesOf({ logins: [alice], file: null }, { logins: [], file: null })).toEqual(one);
    expect(servicesOf({ logins: [], file: null }, { logins: [], file: file('1:2') })).toEqual(one);
  });
});

describe('API tokens', () => {
  const list = (service: 'configuration' | 'repository', revision: string | null) => ({
    services: [service],
    tokens: { tokens: [], revision, whyFixed: null },
  });

  it('are one list where both services read the same state of the same file', () => {
    const merged = mergeTokenLists([list('configuration', '1:2'), list('repository', '1:2')]);
    expect(merged.map(({ services }) => services)).toEqual([['configuration', 'repository']]);
    expect(mergeTokenLists([list('configuration', '1:2'), list('repository', '1:3')])).toHaveLength(2);
    expect(mergeTokenLists([list('repository', '1:2')])).toHaveLength(1);
  });

  it('are checked before they are created', () => {
    const draft = { name: 'nightly', owner: 'ada', roles: [], namespaces: '', days: '90' };
    const faultsOf = (change: object) =>
      Object.entries(checkTokenDraft({ ...draft, roles: ['auAdminRole'], ...change }))
        .filter(([, isFaulty]) => isFaulty)
        .map(([field]) => field);
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ name: ' ' })).toEqual(['name']);
    expect(faultsOf({ owner: '' })).toEqual(['owner']);
    expect(faultsOf({ roles: [] })).toEqual(['roles']);
    expect(faultsOf({ namespaces: 'good ../bad' })).toEqual(['namespaces']);
    for (const days of ['', '0', '3651', '1.5', '-1']) expect(faultsOf({ days })).toEqual(['days']);
    expect(splitNamespaces(' one, two  one ')).toEqual(['one', 'two']);
  });

  it('are offered only roles that their owner has', () => {
    expect(listGrantableRoles(['auAdminRole'])).toEqual(['accessContentRole', 'auAdminRole']);
    expect(listGrantableRoles(['userAdminRole'])).toHaveLength(4);
  });
});

it('phrases of Markdown become text and code', () => {
  expect(splitMarkdown('see [Workers](operations.md#workers), `1` at least')).toEqual([
    { text: 'see ', isCode: false },
    { text: 'Workers', isCode: false },
    { text: ', ', isCode: false },
    { text: '1', isCode: true },
    { text: ' at least', isCode: false },
  ]);
  expect(splitMarkdown('replays what it lacks ([Older](r.md#older)), or `no`')).toEqual([
    { text: 'replays what it lacks, or ', isCode: false },
    { text: 'no', isCode: true },
  ]);
  expect(splitMarkdown('<b>')).toEqual([{ text: '<b>', isCode: false }]);
});

describe('the findings of both services', () => {
  const finding = (
    service: 'repository' | 'configuration',
    verdict: ServiceFinding['verdict'],
    id: string,
  ) => ({
    ...{ service, verdict, id },
    message: 'A sentence.',
  });

  it('are shown worst first, and causes before their consequences', () => {
    const found = [
      ...[finding('repository', 'fault', 'database.reach'), finding('repository', 'skipped', 'index.age')],
      ...[finding('repository', 'fine', 'machine.node'), finding('configuration', 'fault', 'spool.rights')],
      ...[finding('configuration', 'warning', 'machine.open-files')],
    ];
    expect(sortByVerdict(found).map(({ id }) => id)).toEqual([
      ...['database.reach', 'spool.rights', 'machine.open-files', 'index.age', 'machine.node'],
    ]);
  });

  it('are summarized by the worst one', () => {
    const summary = (...verdicts: ServiceFinding['verdict'][]) =>
      summarizeFindings(verdicts.map((verdict) => finding('repository', verdict, 'x')));
    expect([summary('warning', 'fault'), summary('fine', 'warning'), summary('fine', 'advice')]).toEqual([
      ...['faults', 'warnings', 'healthy'],
    ]);
  });
});
