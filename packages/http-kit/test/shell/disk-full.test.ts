import { createHealth } from '@holdfast/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { makeApiStatus } from '../../src/contract/status.ts';
import { contract } from '../contract.ts';
import { asAdmin, SERVICE_NAME as name, type ShellTestService, startService } from '../service.ts';

describe('a service whose disk is full', () => {
  const reason = 'disk full: nothing is stored';
  const room: { full: string | undefined } = { full: undefined };
  const health = createHealth({ whyReadOnly: () => room.full });
  let service: ShellTestService;
  let stored = 0;
  beforeAll(async () => {
    service = await startService(
      {
        getStatus: (_request, response) => void response.json(makeApiStatus(name, contract, health)),
        putThing: (_request, response) => {
          stored += 1;
          response.end();
        },
      },
      {
        health,
        room,
        refusedWhenFull: ({ method }) => (method === 'PUT' ? 502 : undefined),
      },
    );
  });
  afterAll(() => service.stop());

  const put = () => request(service.url).put('/things/box').set(asAdmin).send({ size: 1 });

  it('refuses what stores something, says why, and goes on by itself', async () => {
    await put().expect(200);
    room.full = reason;
    const refused = await put().expect(502).expect('Retry-After', '60');
    expect(refused.body).toMatchObject({
      detail: `Nothing can be stored now, ${reason}.`,
      serverErrorType: 'DATA_ERROR',
    });
    await request(service.url).get('/things/box').set(asAdmin).expect(200);
    const status = await request(service.url).get('/status').expect(200);
    expect(status.body).toMatchObject({ ready: true, reason });
    await request(service.url).get('/readyz').expect(200);
    await request(service.url).get('/writez').expect(503, { status: 'unavailable', reason });
    expect(await service.metrics.registry.metrics()).toContain('\nholdfast_writes_refused_total 1\n');
    room.full = undefined;
    await put().expect(200);
    await request(service.url).get('/writez').expect(200);
    expect(stored).toBe(2);
  });

  it('refuses nobody who may not do it at all', async () => {
    room.full = reason;
    await request(service.url).put('/things/box').send({ size: 1 }).expect(401);
    room.full = undefined;
  });
});
