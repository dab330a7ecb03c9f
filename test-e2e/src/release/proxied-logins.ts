// Logs in through a TLS proxy: users of the console by password and through an OpenID Connect provider, programs by API
// token and by access token of the provider.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type ConsolePage, chooseInMenu, logIn, navigateTo, openConsole } from '../console/console-page.ts';
import type { ProxiedNode } from './proxied-node.ts';
import { runUntilSuccess } from './unpacked-node.ts';

/** Logs in to the console by password and through the provider, and opens screens of both services. */
export async function logInWithBrowser(node: ProxiedNode, browser: Browser): Promise<void> {
  await withConsole(node, browser, async (opened) => {
    await logIn(opened, 'admin', node.node.password);
    await useConsole(opened);
  });
  await withConsole(node, browser, async (opened) => {
    const { page } = opened;
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.locator('#main').waitFor();
    if (page.url() !== `${node.origins.configuration}/console/`)
      throw new Error(`the login through the provider ended at ${page.url()}`);
    await useConsole(opened);
    await navigateTo(opened, '/users');
    await page.getByRole('heading', { name: 'oidc:ada' }).waitFor();
    await chooseInMenu(page.locator('.navigation .menu-button'), 'Log out');
    await page.getByRole('link', { name: 'Sign in with University' }).waitFor();
  });
}

/**
 * Opens the console in the browser, which ignores certificate errors, because it does not know the proxy's certificate
 * authority. curl and the command line check the certificate.
 */
async function withConsole(
  { origins }: ProxiedNode,
  browser: Browser,
  use: (opened: ConsolePage) => Promise<void>,
): Promise<void> {
  const options = { ignoreHTTPSErrors: true };
  const opened = await openConsole(browser, origins.configuration, '', undefined, options);
  await use(opened).catch(async (error: unknown) => {
    const { page, complaints } = opened;
    const shown = await page.locator('body').textContent();
    throw new Error(`${page.url()} shows:\n${shown}\n${complaints.join('\n')}`, { cause: error });
  });
  if (opened.complaints.length > 0) throw new Error(`the browser reported ${opened.complaints.join('\n')}`);
  await opened.context.close();
}

async function useConsole(opened: ConsolePage): Promise<void> {
  const [session, ...others] = (await opened.context.cookies()).filter(({ name }) =>
    name.includes('holdfast-session'),
  );
  if (!session?.name.startsWith('__Host-') || others.length > 0 || !session.secure || !session.httpOnly)
    throw new Error(`the session cookie is ${JSON.stringify({ ...session, value: '' })}`);
  for (const path of ['/aus', '/content', '/import', '/keeping']) {
    if (!(await navigateTo(opened, path))) throw new Error(`the console does not show ${path}`);
    if ((await opened.page.locator('dialog[open], .problem').count()) > 0)
      throw new Error(
        `the console shows an error at ${path}: ${await opened.page.locator('#main').textContent()}`,
      );
  }
}

/** Uses an API token at both services and revokes it. Returns the milliseconds until both services refuse the token. */
export async function useApiToken(node: ProxiedNode): Promise<number> {
  const { programs, clientEnv, node: released } = node;
  const run = async (...words: string[]) =>
    runUntilSuccess(
      await programs.start(['./holdfast', 'token', ...words], { ...clientEnv, ...released.env }),
      `holdfast token ${words[0]}`,
    );
  const added = await run('add', 'nightly', '--owner', 'admin', '--role', 'contentAdminRole');
  const [token] = /hft_\S+/.exec(added) ?? [];
  if (token === undefined) throw new Error(`no token in ${added}`);
  await waitForStatus(node, token, 200);
  await useBearer(node, token, 'by-token');
  const [, id] = /^([0-9a-f]{12})\b/m.exec(await run('list')) ?? [];
  if (id === undefined) throw new Error(`no token in ${await run('list')}`);
  await run('revoke', id);
  const revoked = performance.now();
  await waitForStatus(node, token, 401);
  return performance.now() - revoked;
}

/** Uses an access token of the provider at both services. A token for another audience must be refused. */
export async function useProviderToken(node: ProxiedNode): Promise<void> {
  const token = await node.provider.requestProgramToken();
  await waitForStatus(node, token, 200);
  await useBearer(node, token, 'by-provider');
  await waitForStatus(node, await node.provider.sign({ aud: 'https://elsewhere.example' }), 401);
}

/** Imports the sample with a bearer token. */
async function useBearer(node: ProxiedNode, token: string, auid: string): Promise<void> {
  const form = `-F auid=${auid} -F archive=@examples/sample.warc.gz`;
  const script = `curl -sS -H "Authorization: Bearer $TOKEN" ${form} ${node.origins.repository}/archives`;
  const env = { ...node.clientEnv, TOKEN: token };
  const output = await runUntilSuccess(await node.programs.start(['bash', '-c', script], env), 'curl');
  const stored = output.match(/"status":"OK"/g)?.length;
  if (stored !== 5) throw new Error(`the import ${auid} stored ${stored} records of 5:\n${output}`);
}

const PATIENCE_MS = 15_000;

/** Waits until both services return the status to requests with the token. */
async function waitForStatus(node: ProxiedNode, token: string, status: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const headers = { authorization: `Bearer ${token}` };
    const answers = await Promise.all([
      node.ask('repository', '/namespaces', { headers }),
      node.ask('configuration', '/aus', { headers }),
    ]);
    const statuses = answers.map((answer) => answer.status);
    if (statuses.every((one) => one === status)) return;
    if (performance.now() > deadline) throw new Error(`the services return ${statuses}, not ${status}`);
    await sleep(100);
  }
}
