import { connect } from 'node:net';
import { openDatabase } from '@holdfast/pg-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient, readProblem } from './file-requests.ts';

const limitBytes = 100_000;
const multipart = 'multipart/form-data; boundary=x';
const part = (disposition: string, text = 'x.a=1'): string =>
  `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;

describe('forms that bring no configuration file', () => {
  let service: ConfigTestService;
  let client: FileClient;
  let database: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const { url } = await createConfigDatabase();
    service = await startTestService(url, { CONFIG_FILE_SIZE: String(limitBytes) });
    database = openDatabase({ url, applicationName: 'test', onError: () => undefined });
    client = createFileClient(service);
    await service.becomes(true);
    await client.put('expert', '# good\n');
  });
  afterAll(async () => {
    await database.close();
    await service.stop();
  });

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['text', 'text/plain', 'x.a=1', 415],
    ['another form', 'application/x-www-form-urlencoded', 'configFile=a', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['no parts', multipart, '--x--\r\n', 400],
    ['another part', multipart, `${part('name="other"')}--x--\r\n`, 400],
    ['another file', multipart, `${part('name="other"; filename="f"')}--x--\r\n`, 400],
    ['two files', multipart, `${part('name="configFile"; filename="f"').repeat(2)}--x--\r\n`, 400],
    ['two fields', multipart, `${part('name="configFile"').repeat(2)}--x--\r\n`, 400],
    ['no end', multipart, part('name="configFile"; filename="f"'), 400],
    [
      'no end of a part',
      multipart,
      '--x\r\nContent-Disposition: form-data; name="configFile"; filename="f"\r\n\r\na',
      400,
    ],
    ['a bad header', multipart, '--x\r\nContent-Disposition\r\n\r\na\r\n--x--\r\n', 400],
    ['too many parts', multipart, `${part('name="y"').repeat(40)}--x--\r\n`, 400],
    [
      'too large a field',
      multipart,
      `${part('name="configFile"', 'x'.repeat(limitBytes + 1))}--x--\r\n`,
      413,
    ],
    [
      'too large a file',
      multipart,
      `${part('name="configFile"; filename="f"', 'x'.repeat(limitBytes + 1))}--x--\r\n`,
      413,
    ],
    ['nothing', multipart, '', 400],
  ])('%s is refused', async (_what, type, body, status) => {
    const answer = await readProblem(await client.putRaw('expert', body, { 'Content-Type': type }));
    expect(answer).toMatchObject({ status, serverErrorType: 'NONE' });
  });

  it('no body and no type is refused', async () => {
    const answer = await fetch(`${service.url}/config/file/expert`, {
      method: 'PUT',
      headers: service.asAdmin,
    });
    expect(answer.status).toBe(400);
  });

  it('a length that is too large is refused before anything is sent', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      `PUT /config/file/expert HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.asAdmin.authorization}\r\n` +
        `Content-Type: ${multipart}\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) {
      text += chunk;
      if (text.includes('413')) break;
    }
    socket.destroy();
    expect(text).toMatch(/HTTP\/1.1 413 /);
  });

  it('a client that goes away leaves nothing behind', async () => {
    const abort = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(
          Buffer.from(part('name="configFile"; filename="f"', 'x.a=1\n'.repeat(1000)).slice(0, -2)),
        );
        setTimeout(() => abort.abort(), 100);
      },
    });
    const sending = fetch(`${service.url}/config/file/expert`, {
      method: 'PUT',
      body,
      duplex: 'half',
      signal: abort.signal,
      headers: { ...service.asAdmin, 'Content-Type': multipart },
    } as RequestInit);
    await expect(sending).rejects.toThrow();
    for (let left = 2; left > 1; ) {
      left = Number((await database.pool.query('select count(*) as n from config_content')).rows[0].n);
    }
  });

  it('nothing of all this was left behind', async () => {
    expect(await (await client.get('expert')).text()).toBe('# good\n');
    const { rows } = await database.pool.query('select count(*) as n from config_content');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('a part without a file name is taken, though', async () => {
    const answer = await client.putRaw('plugin', `${part('name="configFile"', 'x.b=ü')}--x--\r\n`, {
      'Content-Type': multipart,
    });
    expect(answer.status).toBe(200);
    expect(await (await client.get('plugin')).text()).toBe('x.b=ü');
  });
});
