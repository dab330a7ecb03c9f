// `holdfast doctor` on a new node whose OpenID Connect provider or mail server has a fault. The first line of the
// report must name the fault.
import { findFreePort, OIDC_AUDIENCE, startTestOidcProvider } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { expectFault } from './expectations.ts';
import { diagnose, makeSettings, type Variables } from './sick-node.ts';

async function diagnoseFresh(more: Variables) {
  const { DATABASE_URL: _, OBJECT_STORE: __, ...settings } = await makeSettings('');
  const DATA_DIR = `${settings.DATA_DIR}/fresh`;
  return diagnose({ ...settings, DATA_DIR, ...more });
}

const diagnoseWith = (OIDC_ISSUER: string) => diagnoseFresh({ OIDC_ISSUER, OIDC_AUDIENCE });

it('names a provider that is away', async () => {
  const diagnosis = await diagnoseWith(`http://127.0.0.1:${await findFreePort()}`);
  expectFault(diagnosis, /OpenID Connect provider at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/);
  expect(diagnosis.text).toMatch(/→ Start the provider, or correct OIDC_ISSUER/);
});

it('names a provider that calls itself by another name', async () => {
  const { issuer } = await startTestOidcProvider();
  expectFault(await diagnoseWith(`${issuer}/`), /names itself "http:/);
  expect(await diagnoseWith(issuer)).toMatchObject({ code: 0, firstLine: '✓ Everything is in order.' });
});

it('names a mail server that is away', async () => {
  const MAIL_SERVER = `smtp://127.0.0.1:${await findFreePort()}`;
  const diagnosis = await diagnoseFresh({ MAIL_SERVER, MAIL_FROM: 'holdfast@example.org' });
  expectFault(diagnosis, /mail server at 127\.0\.0\.1:\d+ \(connection refused\)/);
  expect(diagnosis.text).toMatch(/→ Start the mail server, or correct MAIL_SERVER/);
});
