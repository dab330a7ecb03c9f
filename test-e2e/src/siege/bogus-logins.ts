// Attack: a thousand logins per second with wrong names and passwords from a thousand addresses, while correct logins
// continue.
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';
import { makeTimeFinding, type SiegeAttack, type SiegeFinding, type SiegeTarget } from './attack.ts';
import { type CorrectLogin, clearVerifiedPasswords, measureLoginMs } from './login-time.ts';

const program = fileURLToPath(new URL('./bogus-logins-program.js', import.meta.url));
const RATE = 1_000;
const ADDRESSES = 1_000;
const BOUND_MS = 2_000;
const ROUNDS = 8;

export const bogusLogins: SiegeAttack = {
  name: 'bogus-logins',

  async prepare({ repository, logins }) {
    await measureLoginMs(repository.client.url, { authorization: logins.accessContentRole });
    await measureLoginMs(repository.client.url, { authorization: logins.auAdminRole });
  },

  async run(target) {
    const url = target.repository.client.url;
    const attacker = await startProcess(process.execPath, [program, url, String(RATE), String(ADDRESSES)]);
    await attacker.says(/sent \d+/);
    await sleep(5_000);
    const findings = [
      await measureLongestLogin(target, 'a login whose password is known', {
        authorization: target.logins.contentAdminRole,
      }),
      await measureLongestLogin(target, 'a login that came from here lately', {
        authorization: target.logins.accessContentRole,
        forget: true,
      }),
      await measureLongestLogin(target, 'a login that came from elsewhere lately', {
        authorization: target.logins.auAdminRole,
        from: '127.0.0.7',
        forget: true,
      }),
      await measureFirstLogin(target, 'a login that never came before', {
        authorization: target.logins.userAdminRole,
        from: '127.0.77.1',
      }),
    ];
    const [, sent] = await attacker.says(/sent (\d+)/);
    target.say(`the attacker: ${attacker.output().trim().split('\n').at(-1)}`);
    await attacker.stop();
    if (Number(sent) < 1) throw new Error('nothing was sent');
    return findings;
  },
};

async function measureLongestLogin(
  target: SiegeTarget,
  what: string,
  login: CorrectLogin & { readonly forget?: boolean },
): Promise<SiegeFinding> {
  let mostMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (login.forget) {
      await clearVerifiedPasswords(target);
      // The services check the users file every two seconds.
      await sleep(2_500);
    }
    mostMs = Math.max(mostMs, await measureLoginMs(target.repository.client.url, login));
  }
  return makeTimeFinding(what, mostMs, BOUND_MS);
}

async function measureFirstLogin(
  target: SiegeTarget,
  what: string,
  login: CorrectLogin,
): Promise<SiegeFinding> {
  return makeTimeFinding(what, await measureLoginMs(target.repository.client.url, login), BOUND_MS);
}
