// Covers: packages/standalone/src packages/http-kit/src/server packages/http-kit/src/console services/config-service/src/repository packages/cli/src
// Runs `npm start` with a certificate. Both services use TLS, the configuration service reaches the repository service,
// and the CLI in the clone trusts the node. All of them use a renewed certificate without a restart.

import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { createTemporaryFolder, formatBasicAuth, makeCertificate, startProcess } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { prepareInstallation, projectFolder, runNpmStart } from '../readme/installation.ts';

it('a node of `npm start` speaks TLS everywhere, also with a renewed certificate', async () => {
  const folder = await createTemporaryFolder();
  // The certificate's name does not resolve here. Like a public certificate, it does not contain the loopback address.
  const made = ['first', 'second'].map((name) =>
    makeCertificate(folder, name, { subject: 'DNS:node.invalid' }),
  );
  const [cert, key] = [join(folder, 'used.pem'), join(folder, 'used.key')];
  const use = ({ certFile, keyFile }: (typeof made)[number]): void => {
    copyFileSync(keyFile, key);
    copyFileSync(certFile, cert);
  };
  use(made[0]!);
  const settings = { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, WORKERS: '2' };
  const installation = await prepareInstallation(join(folder, 'data'), { settings });
  const started = await runNpmStart(installation);
  const password = readFileSync(join(folder, 'data', 'admin-password'), 'utf8').trim();
  const ca = made.map(({ certificate }) => certificate);
  const ask = async (path: string) => {
    const sent = request({
      ...{
        host: '127.0.0.1',
        port: installation.configPort,
        path,
        ca,
        servername: 'node.invalid',
        agent: false,
      },
      headers: { authorization: formatBasicAuth('admin', password) },
    }).end();
    const [answer] = (await once(sent, 'response')) as [
      IncomingMessage & { socket: import('node:tls').TLSSocket },
    ];
    const { subject } = answer.socket.getPeerCertificate();
    const text = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, text, shown: subject.CN };
  };
  const holdfast = async (...words: string[]) => {
    const run = await startProcess(
      process.execPath,
      [join(projectFolder, 'scripts/holdfast.mjs'), ...words],
      {
        env: installation.env,
      },
    );
    return { exit: await run.exited, output: run.output() };
  };

  const useEverything = async (): Promise<void> => {
    expect((await ask('/console/repository/namespaces')).status).toBe(200);
    const shown = await holdfast('config', 'show', 'org.lockss.daemon.groups');
    expect([shown.exit.code, shown.output]).toEqual([1, 'No source sets org.lockss.daemon.groups.\n']);
  };
  expect(started.output()).toContain(`https://127.0.0.1:${installation.configPort}`);
  expect((await ask('/status')).shown).toBe('first');
  await useEverything();
  use(made[1]!);
  while ((await ask('/status')).shown !== 'second');
  // Waits until every worker of each service has checked the certificate files.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await useEverything();
  await started.stop();
}, 300_000);
