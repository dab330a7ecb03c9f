// Tests which users see user names and passwords in the parameters of AUs and titles, in every response that contains
// parameters.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import {
  type KnownAus,
  makeConfiguration,
  makeTestAuid,
  removePlugin,
  restorePlugin,
  startWithKnownAus,
  titleAu,
} from './known-aus.ts';
import { listenForNotices, type NoticeListener } from './notices.ts';

const pathOf = (auid: string): string => `/aus/${encodeURIComponent(auid)}`;

describe('a name and a password among the parameters', () => {
  let aus: KnownAus;
  let listener: NoticeListener;
  const auid = makeTestAuid('2014');
  const secret = 'TopSecretPw';
  beforeAll(async () => {
    const titles = [
      titleAu('2015', { login: `joe:${secret}` }),
      titleAu('2016', { user_pass: `joe:${secret}` }),
    ];
    aus = await startWithKnownAus({ titles, environment: { USERS_FILE: await writeRoleUsersFile() } });
    listener = await listenForNotices(aus);
    await aus.put('2014', { login: `joe:${secret}`, user_pass: `joe:${secret}:x`, issues: '1-9' });
  });
  afterAll(async () => {
    await listener.stop();
    await aus.stop();
  });

  const seenBy = async (role: string, path: string) =>
    (
      await aus
        .call('GET', path)
        .set({ authorization: as(role) })
        .expect(200)
    ).text;
  const query = (name: string, text: Record<string, string>) => `/ws/${name}?${new URLSearchParams(text)}`;

  it.each(['accessContentRole', 'contentAdminRole'])('is masked for the %s', async (role) => {
    const masked = {
      ...makeConfiguration('2014'),
      login: 'joe:******',
      user_pass: 'joe:******',
      issues: '1-9',
    };
    expect(JSON.parse(await seenBy(role, pathOf(auid)))).toEqual({ auId: auid, auConfig: masked });
    expect(JSON.parse(await seenBy(role, '/aus'))).toEqual([{ auId: auid, auConfig: masked }]);
  });

  it.each(['auAdminRole', 'userAdminRole'])('is shown to the %s', async (role) => {
    for (const path of [pathOf(auid), '/aus']) expect(await seenBy(role, path)).toContain(`"joe:${secret}"`);
  });

  it('is masked in queries for everybody, and cannot be searched for', async () => {
    const aQuery = query('auqueries', { auQuery: 'select *' });
    expect(await seenBy('userAdminRole', aQuery)).toContain('"login":"joe:******"');
    const tQuery = query('tdbaus', { tdbAuQuery: 'select *' });
    const titles = await seenBy('userAdminRole', tQuery);
    expect(titles).toContain('"login":"joe:******"');
    expect(titles).toContain('"user_pass":"joe:******"');
    expect(titles).not.toContain(secret);
    for (const where of [`params.login like 'joe:T%'`, `get(params, 'user_pass') like 'joe:T%'`]) {
      const text = `select auId where ${where}`;
      expect(await seenBy('userAdminRole', query('tdbaus', { tdbAuQuery: text }))).toBe('[]');
    }
  });

  it('is masked by how its key sounds when the plugin is gone', async () => {
    await removePlugin(aus.pool);
    await aus.pool.query(
      `update au_configuration set configuration = configuration || '{"password": "${secret}"}'`,
    );
    const { auConfig } = JSON.parse(await seenBy('accessContentRole', pathOf(auid)));
    expect(auConfig).toMatchObject({ user_pass: 'joe:******', password: '******', issues: '1-9' });
    await restorePlugin(aus.pool);
  });

  it('is in no notification and no line of the log', async () => {
    expect(JSON.stringify(await listener.until(1))).not.toContain(secret);
    expect(JSON.stringify(aus.services[0]!.lines)).not.toContain(secret);
  });
});
