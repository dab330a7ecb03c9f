// Attack: cross-site request forgery. Every write operation of both services is sent as a browser would send it for a
// page of another origin, with the administrator's login.
import { makeZeroFinding, type SiegeAttack, type SiegeFinding } from './attack.ts';

const UNSAFE = ['post', 'put', 'patch', 'delete'];

/** Headers that older and newer browsers send with a cross-site request. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://evil.example' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
];

export const crossSite: SiegeAttack = {
  name: 'cross-site',

  async prepare() {},

  async run({ repository, config, logins }) {
    return [
      await checkForeignWrites(
        'writes of the repository service carried out',
        repository.client.url,
        logins.admin,
      ),
      await checkForeignWrites('writes of the configuration service carried out', config.url, logins.admin),
    ];
  },
};

async function checkForeignWrites(what: string, url: string, authorization: string): Promise<SiegeFinding> {
  const contract = (await (await fetch(`${url}/openapi.json`)).json()) as Contract;
  const writes = Object.entries(contract.paths).flatMap(([path, item]) =>
    UNSAFE.filter((method) => method in item).map((method) => ({ path, method })),
  );
  let [sent, done] = [0, 0];
  for (const { path, method } of writes) {
    for (const headers of FOREIGN) {
      const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, 'x')}`, {
        method: method.toUpperCase(),
        headers: { authorization, ...headers },
      });
      await answer.arrayBuffer();
      sent += 1;
      if (answer.status !== 403) done += 1;
    }
  }
  return makeZeroFinding(what, done, sent);
}

interface Contract {
  readonly paths: Readonly<Record<string, object>>;
}
