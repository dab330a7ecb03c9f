import { expect, it } from '@jest/globals';
import { parseServiceSettings } from '../src/env.ts';
import { makeExaminer } from '../src/make-examiner.ts';

it('lists the secrets of all settings, which GET /doctor must not show', () => {
  const settings = parseServiceSettings({
    DATABASE_URL: 'postgres://u:secret@db/x',
    ADMIN_PASSWORD: 'hunter22',
    AUDIT_KEY: 'a key for the audit log',
    OBJECT_STORE: 's3:one,far=s3:two',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key of all stores',
    S3_SECRET_ACCESS_KEY_FAR: 'key of one store',
    S3_ACCESS_KEY_ID_FAR: 'other',
    REPAIR_SOURCES: 'http://127.0.0.1:1',
    REPAIR_TOKENS: 'hft_peer',
  });
  const { secrets } = makeExaminer(settings, 1);
  expect(secrets).toEqual(
    expect.arrayContaining([
      'hunter22',
      'a key for the audit log',
      'hft_peer',
      'key of all stores',
      'key of one store',
    ]),
  );
});
