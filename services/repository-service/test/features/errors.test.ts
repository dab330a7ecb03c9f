import { ObjectStoreUnavailableError } from '@holdfast/object-store';
import { DatabaseUnavailableError } from '@holdfast/pg-kit';
import { expect, it } from '@jest/globals';
import { convertUnavailableErrors, makeCannotSpoolError, toApiError } from '../../src/features/errors.ts';
import { IndexError } from '../../src/ingest/storing/segment-committer.ts';

const noSpace = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const noExtent = Object.assign(new Error('could not extend file'), { code: '53100' });

it.each([
  ['of the store', () => toApiError(new ObjectStoreUnavailableError('writing an object', noSpace))],
  ['of the spool', () => makeCannotSpoolError(noSpace)],
  [
    'of the index',
    () => toApiError(new IndexError(new DatabaseUnavailableError('full', { cause: noExtent }))),
  ],
])('tells a client that the disk %s is full', (_, answer) => {
  expect(answer()).toMatchObject({ status: 502, detail: expect.stringContaining('disk full') });
});

it('tells it with 503 where the interface has no 502', async () => {
  const full = Promise.reject(new DatabaseUnavailableError('full', { cause: noExtent }));
  await expect(convertUnavailableErrors(full)).rejects.toMatchObject({
    status: 503,
    detail: expect.stringContaining('disk full'),
  });
});
