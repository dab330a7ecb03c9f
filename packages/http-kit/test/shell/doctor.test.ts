// Tests GET /doctor with checks that the test defines.
import { configurationContract } from '@holdfast/api-types/configuration';
import type { NodeFinding } from '@holdfast/service-kit/doctor';
import { describe, expect, it } from '@jest/globals';
import type { Contract } from '../../src/contract/contract.ts';
import type { ServiceExaminer } from '../../src/shell/doctor-handlers.ts';
import { contract as things } from '../contract.ts';
import { asAdmin, startService } from '../service.ts';

const { paths, components } = configurationContract;
const contract = {
  ...things,
  paths: { ...things.paths, '/doctor': paths['/doctor'] },
  components: {
    ...components,
    ...things.components,
    parameters: { ...components.parameters, ...(things.components as { parameters: object }).parameters },
    schemas: { ...components.schemas, ...(things.components as { schemas: object }).schemas },
  },
} as unknown as Contract;

async function startWith(examine: ServiceExaminer['examine']) {
  const examiner = { examine, secrets: ['a secret key'], urls: ['postgres://user:pass%20word@db/node'] };
  const service = await startService({}, { contract, examiner });
  const ask = async () => {
    const response = await fetch(`${service.url}/doctor`, { headers: asAdmin });
    const { findings } = (await response.json()) as { findings: readonly NodeFinding[] };
    return { status: response.status, headers: response.headers, findings };
  };
  return { ask, stop: () => service.stop() };
}

describe('GET /doctor', () => {
  it('lists the findings, worst first, without secrets', async () => {
    const service = await startWith(async (findings) => {
      findings.fine('machine.node', 'Node.');
      findings.fault('database.reach', 'The login with pass word failed.', {
        remedy: 'Change a secret key.',
      });
    });
    const { status, findings, headers } = await service.ask();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(findings).toEqual([
      {
        id: 'database.reach',
        verdict: 'fault',
        message: 'The login with … failed.',
        remedy: 'Change ….',
      },
      { id: 'machine.node', verdict: 'fine', message: 'Node.' },
    ]);
    await service.stop();
  });

  it('runs the checks once for all concurrent requests, and again for later ones', async () => {
    let runs = 0;
    const go = Promise.withResolvers<void>();
    const service = await startWith(async (findings) => {
      runs += 1;
      await go.promise;
      findings.fine('machine.node', `run ${runs}`);
    });
    const asked = [service.ask(), service.ask()].map(async (one) => (await one).findings[0]!.message);
    while (runs === 0) await new Promise(setImmediate);
    setTimeout(go.resolve, 100);
    expect(await Promise.all(asked)).toEqual(['run 1', 'run 1']);
    expect((await service.ask()).findings[0]!.message).toBe('run 2');
    await service.stop();
  });

  it('reports checks that end with an error, after the other findings of the same kind', async () => {
    const service = await startWith(async (findings) => {
      findings.fault('spool.rights', 'The spool folder cannot be written to.');
      throw new Error('it broke');
    });
    const { findings } = await service.ask();
    expect(findings.map(({ id, message }) => [id, message])).toEqual([
      ['spool.rights', 'The spool folder cannot be written to.'],
      ['doctor.run', 'Some checks did not finish: it broke.'],
    ]);
    await service.stop();
  });
});
