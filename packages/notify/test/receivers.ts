// Test helpers: a real HTTP receiver and a real SMTP server.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '@holdfast/testkit';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpReceiver {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  /** Answers a request. Default: 204. */
  respond: (response: ServerResponse, request: ReceivedRequest) => void;
  close(): Promise<void>;
}

export async function startHttpReceiver(port = 0): Promise<HttpReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const received = {
      method: request.method,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(received);
    receiver.respond(response, received);
  });
  const listening = await listen(
    (done) => server.listen(port, '127.0.0.1', done),
    () => server.address(),
  );
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  addCleanup(close);
  const receiver: HttpReceiver = {
    ...{ requests, close, port: listening, url: `http://127.0.0.1:${listening}/hook?room=1` },
    respond: (response) => response.writeHead(204).end(),
  };
  return receiver;
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | undefined;
  /** Message with headers and body. */
  readonly source: string;
}

export interface SmtpReceiver {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Returns the error with which the server answers a mail, or undefined to accept it. Default: accept. */
  answer: (mail: ReceivedMail) => Error | undefined | 'hang';
}

export async function startSmtpReceiver(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const mails: ReceivedMail[] = [];
  const receiver: SmtpReceiver = { port: 0, mails, answer: () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === 'word' ? done(null, { user: username }) : done(new Error('wrong password')),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      const mail = {
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        user: session.user,
        source: Buffer.concat(chunks).toString(),
      };
      const answer = receiver.answer(mail);
      if (answer === 'hang') return;
      if (answer === undefined) mails.push(mail);
      done(answer);
    },
    ...options,
  });
  server.on('error', () => undefined);
  const port = await listen(
    (done) => server.listen(0, '127.0.0.1', done),
    () => server.server.address(),
  );
  addCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return Object.assign(receiver, { port });
}

/** Creates an error that makes the SMTP server reply with this code. */
export const makeSmtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

async function listen(
  start: (done: () => void) => unknown,
  address: () => AddressInfo | string | null,
): Promise<number> {
  await new Promise<void>((resolve) => start(resolve));
  return (address() as AddressInfo).port;
}
