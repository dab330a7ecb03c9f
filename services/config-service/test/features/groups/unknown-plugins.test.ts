import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type KnownAus, makeTestAuid, startWithKnownAus, storeWrongAuid, titleAu } from '../aus/known-aus.ts';

const other = 'org.example.NoPlugin';
const wrong = { ...titleAu('2016', {}, other), auid: makeTestAuid('2015', other) };
let aus: KnownAus;
beforeAll(async () => {
  aus = await startWithKnownAus({
    titles: [titleAu('2014', {}, other), titleAu('2016', {}, other)],
    environment: { ALLOW_UNKNOWN_PLUGINS: 'yes' },
  });
  await storeWrongAuid(aus.pool, wrong);
});
afterAll(() => aus.stop());

it('AUs of plugins that are not loaded are added and reactivated where that is allowed', async () => {
  const auids = [makeTestAuid('2014', other), wrong.auid];
  const run = async (method: string, operation: string): Promise<[boolean, string][]> => {
    const { body } = await aus.call(method, `/aus/${operation}`).send(auids).expect(200);
    return (body as { isSuccess: boolean; message: string }[]).map(({ isSuccess, message }) => [
      isSuccess,
      message,
    ]);
  };
  expect(await run('POST', 'add')).toEqual([
    [true, 'Added'],
    [false, `Incompatible with plugin ${other}: The parameter year differs from the AUID.`],
  ]);
  expect(await run('PUT', 'deactivate')).toEqual([
    [true, 'Deactivated'],
    [false, 'Not Found'],
  ]);
  expect(await run('PUT', 'reactivate')).toEqual([
    [true, 'Reactivated'],
    [false, 'Not Found'],
  ]);
});
