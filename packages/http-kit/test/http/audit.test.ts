import { request as httpRequest } from 'node:http';
import type { AuditLine } from '@holdfast/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ApiError } from '../../src/errors/api-error.ts';
import { addAuditSubject, auditAuOutcome, markResponseSecret } from '../../src/http/audit-request.ts';
import {
  asAdmin,
  echoHandler,
  makeBasicHeader,
  type ShellTestService,
  startService,
  waitFor,
} from '../service.ts';

describe('the audit log', () => {
  let service: ShellTestService;
  let lines: AuditLine[] = [];
  const parts: AuditLine[] = [];
  const begun: string[] = [];
  beforeAll(async () => {
    const audit = {
      write: (line: AuditLine) => void lines.push(line),
      writePart: (line: AuditLine) => void parts.push(line),
      nameHash: (name: string) => `#${name}`,
    };
    service = await startService(
      {
        getThing: (given, response) => {
          if (given.params.name === 'box') markResponseSecret(given.raw);
          return echoHandler(given, response);
        },
        addThings: async (given, response) => {
          if (given.body === 'leave') {
            begun.push('begun');
            await new Promise((resolve) => given.signal.addEventListener('abort', resolve));
            throw new ApiError(403, 'You may not.');
          }
          addAuditSubject(given.raw, { auids: Array.from({ length: 150 }, (_, index) => `au ${index}`) });
          if (given.body === 'refuse') throw new ApiError(409, 'Not now.');
          auditAuOutcome(given.raw, { auid: 'au 7', outcome: 'error' });
          return echoHandler(given, response);
        },
      },
      { audit, trustedProxies: ['loopback'] },
    );
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    lines = [];
  });

  const only = async (): Promise<AuditLine> => {
    await waitFor(() => lines[0]);
    expect(lines).toHaveLength(1);
    return lines[0]!;
  };
  const forwarded = { 'X-Forwarded-For': '192.0.2.7' };

  it('says who wrote what, from where, and how it ended', async () => {
    await request(service.url)
      .put('/things/box?namespace=here&other=quiet')
      .set({ ...asAdmin, ...forwarded, 'X-Request-Id': 'one' })
      .send({ size: 1 });
    expect(await only()).toEqual({
      event: 'write',
      requestId: 'one',
      operation: 'putThing',
      method: 'PUT',
      user: 'admin',
      client: '192.0.2.7',
      subject: { name: 'box', namespace: 'here' },
      status: 200,
      outcome: 'ok',
    });
  });

  it('says what was not carried out, and why', async () => {
    await request(service.url).put('/things/box').set(asAdmin).send({ size: 'large' }).expect(400);
    expect(await only()).toMatchObject({ event: 'write', user: 'admin', status: 400, outcome: 'error' });
    lines = [];
    await request(service.url)
      .put('/things/box')
      .set(asAdmin)
      .set('Sec-Fetch-Site', 'cross-site')
      .expect(403);
    expect(await only()).toMatchObject({ event: 'write', status: 403, subject: { name: 'box' } });
  });

  it('has a line of every login that is refused, without its name and password', async () => {
    await request(service.url)
      .get('/search')
      .set(forwarded)
      .set('authorization', makeBasicHeader('eve', 'guess'));
    const line = await only();
    expect(line).toMatchObject({
      event: 'login',
      why: 'wrong',
      nameHash: '#eve',
      client: '192.0.2.7',
      status: 401,
    });
    expect(line.user).toBeUndefined();
    expect(JSON.stringify(line)).not.toContain('guess');
    lines = [];
    await request(service.url).get('/nothing').set('authorization', 'Basic !!!');
    expect(await only()).toMatchObject({ event: 'login', why: 'malformed', operation: 'unmatched' });
  });

  it('has a line of every secret that is read, and none of other reads or of strangers', async () => {
    await request(service.url).get('/things/box').set(asAdmin).expect(200);
    await request(service.url).get('/things/chest').set(asAdmin).expect(200);
    await request(service.url).get('/status').expect(200);
    await request(service.url).put('/things/box').expect(401);
    await service.line(({ status }) => status === 401);
    expect(await only()).toMatchObject({ event: 'secret', operation: 'getThing', subject: { name: 'box' } });
  });

  it('is short when it is about a refused request, whatever that named', async () => {
    const long = 'é\u0000"'.repeat(3_000);
    const query = new URLSearchParams({ auid: long, url: long, namespace: long });
    await request(service.url)
      .put(`/things/${'x'.repeat(3_000)}?${query}`)
      .set('origin', 'http://evil.example');
    const line = await only();
    expect(line).toMatchObject({ event: 'write', status: 403, user: undefined });
    expect(Object.keys(line.subject).sort()).toEqual(['auid', 'name', 'namespace', 'url']);
    for (const value of Object.values(line.subject)) expect(String(value)).toHaveLength(201);
  });

  it('names of a list that is refused no AU, but says how many they were', async () => {
    await request(service.url).post('/things/add').set(asAdmin).type('text/plain').send('refuse');
    const line = await only();
    expect(line).toMatchObject({ status: 409, subject: { aus: 150 } });
    expect(JSON.stringify(line).length).toBeLessThan(500);
  });

  it('says that somebody was refused who did not wait for it', async () => {
    const headers = { ...asAdmin, 'content-type': 'text/plain' };
    const sent = httpRequest(`${service.url}/things/add`, { method: 'POST', headers });
    sent.on('error', () => undefined).end('leave');
    await waitFor(() => begun[0]);
    sent.destroy();
    expect(await only()).toMatchObject({ user: 'admin', status: 403, outcome: 'aborted' });
  });

  it('names all AUs of a list, and tells what became of each', async () => {
    await request(service.url).post('/things/add').set(asAdmin).type('text/plain').send('x');
    await waitFor(() => lines[0]);
    expect(lines.map(({ subject }) => (subject.auids as string[]).length)).toEqual([150]);
    expect(parts).toMatchObject([
      { operation: 'addThings', user: 'admin', outcome: 'error', subject: { auid: 'au 7' } },
    ]);
    expect(parts[0]!.requestId).toBe(lines[0]!.requestId);
  });
});
