import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { MultipartForm } from '../../src/http/multipart-form.ts';

const HEAD =
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ';
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${value}\r\n`;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Passes the form of a request to `use`, and returns the result of `use`. `more` is the number of bytes that the
 * Content-Length announces but the client does not send.
 */
async function withForm<T>(body: string, use: (form: MultipartForm) => Promise<T>, more = 0): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const form = new MultipartForm(request as Request, response as Response, { file: 'one', fieldBytes: 10 });
    use(form).then(resolve, reject);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${HEAD}${Buffer.byteLength(body) + more}\r\n\r\n${body}`);
  return promise;
}

describe('a multipart form', () => {
  it('gives the fields before the file, then the file, then the fields after it', async () => {
    const body = `${field('a', '1')}${file('one', 'bytes')}${field('b', '2')}--b--\r\n`;
    const read = await withForm(body, async (form) => {
      const found = await form.file();
      const before = [form.field('a'), form.field('b')];
      const bytes = await text(found!.bytes);
      await form.end();
      return { name: found!.name, before, bytes, after: [form.field('a'), form.field('b')] };
    });
    expect(read).toEqual({ name: 'f', before: ['1', undefined], bytes: 'bytes', after: ['1', '2'] });
  });

  it('has no file when it ends without one', async () => {
    expect(await withForm(`${field('a', '1')}--b--\r\n`, (form) => form.file())).toBeUndefined();
  });

  it.each([
    ['another file', `${file('two', 'y')}--b--\r\n`, 'Unexpected file "two" in the form'],
    ['a second file', `${file('one', 'x')}${file('two', 'y')}--b--\r\n`, 'The form was rejected'],
    ['a long field', `${file('one', 'x')}${field('a', '12345678901')}--b--\r\n`, 'The form was rejected'],
    ['a broken end', `${file('one', 'x')}--b`, 'The multipart form is malformed'],
  ])('answers %s with 400', async (_, body, detail) => {
    const failure = await withForm(body, async (form) => {
      try {
        const found = await form.file();
        if (found) await text(found.bytes);
        await form.end();
        return undefined;
      } catch (error) {
        return form.abandon(error);
      }
    });
    expect(failure).toMatchObject({ status: 400, detail: expect.stringContaining(detail) });
  });

  it('ends at once when it is stopped, although the client sends no more', async () => {
    const slow = new Error('too slow');
    const failure = await withForm(
      file('one', 'begun').slice(0, -2),
      async (form) => {
        const { bytes } = (await form.file())!;
        form.stop(slow);
        return text(bytes).catch((error) => form.abandon(error));
      },
      1000,
    );
    expect(failure).toBe(slow);
  });
});
