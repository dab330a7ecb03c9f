import { isAllowedByRoles, type Users } from '@holdfast/accounts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { makeBasicHeader, type ShellTestService, startService } from '../service.ts';

describe('roles', () => {
  it.each([
    [['userAdminRole'], [], false],
    [[], ['any'], false],
    [['anything'], ['any'], false],
    [['accessContentRole'], ['any'], true],
    [['userAdminRole'], ['any'], true],
    [[], ['accessContentRole'], false],
    [['accessContentRole'], ['accessContentRole'], true],
    [['accessContentRole'], ['contentAdminRole'], false],
    [['accessContentRole'], ['contentAdminRole', 'accessContentRole'], true],
    [['contentAdminRole'], ['accessContentRole'], true],
    [['contentAdminRole'], ['auAdminRole'], false],
    [['auAdminRole'], ['accessContentRole'], true],
    [['auAdminRole'], ['userAdminRole'], false],
    [['userAdminRole'], ['auAdminRole'], true],
    [['constructor', '__proto__'], ['accessContentRole'], false],
  ])('%j reaches an operation for %j: %s', (held, wanted, expected) => {
    expect(isAllowedByRoles(held, wanted)).toBe(expected);
  });

  describe('of a request', () => {
    let service: ShellTestService;
    beforeAll(async () => {
      const users: Users = {
        known: () => undefined,
        edition: () => undefined,
        find: async () => undefined,
        reread: async () => undefined,
        verify: async (name) => ({ outcome: 'ok', user: { name, roles: [name] } }),
      };
      service = await startService({}, { users });
    });
    afterAll(() => service.stop());

    const as = (role: string): { authorization: string } => ({ authorization: makeBasicHeader(role, 'x') });

    it('come from x-roles of the contract', async () => {
      const put = (role: string): request.Test =>
        request(service.url).put('/things/box').set(as(role)).send({ size: 1 });
      await put('contentAdminRole').expect(200);
      await put('userAdminRole').expect(200);
      const answer = await put('accessContentRole').expect(403);
      expect(answer.body.detail).toBe('This operation needs the role contentAdminRole.');
    });

    it('are looked at before what was sent', async () => {
      await request(service.url)
        .put('/things/box')
        .set(as('accessContentRole'))
        .send({ size: -1 })
        .expect(403);
    });

    it('are any that there are where the contract says so', async () => {
      await request(service.url).get('/search').set(as('accessContentRole')).expect(200);
      const answer = await request(service.url).get('/search').set(as('anything')).expect(403);
      expect(answer.body.detail).toMatch(/^This operation needs the role accessContentRole or /);
    });
  });

  it('are needed for any login where the service says so', async () => {
    const users: Users = {
      known: () => undefined,
      edition: () => undefined,
      find: async () => undefined,
      reread: async () => undefined,
      verify: async (name) => ({ outcome: 'ok', user: { name, roles: [name] } }),
    };
    const service = await startService({}, { users, needsRole: true });
    const answered = (role: string, path: string) =>
      request(service.url)
        .get(path)
        .set({ authorization: makeBasicHeader(role, 'x') });
    for (const path of ['/search', '/things/box', '/nothing']) {
      const { headers } = await answered('anything', path).expect(401);
      expect(headers['www-authenticate']).toBe('Basic realm="Thing service", charset="UTF-8"');
    }
    await answered('accessContentRole', '/search').expect(200);
    await service.stop();
  });
});
