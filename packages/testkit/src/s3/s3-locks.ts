// Sets retention periods and tries to delete locked object versions, with requests that do not use the code under test.
import { createHash } from 'node:crypto';
import type { S3TestSettings } from './s3-buckets.ts';
import { fetchSigned } from './sign.ts';

interface ObjectVersion {
  readonly key: string;
  readonly versionId: string;
}

/**
 * Sets the retention period of a version. In GOVERNANCE mode, bypasses governance, so that an existing period can also
 * be shortened. `key` includes the prefix.
 */
export async function retainVersion(
  settings: S3TestSettings,
  { key, versionId }: ObjectVersion,
  { mode, untilMs }: { mode: 'GOVERNANCE' | 'COMPLIANCE'; untilMs: number },
): Promise<void> {
  const body = `<Retention xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Mode>${mode}</Mode><RetainUntilDate>${new Date(untilMs).toISOString()}</RetainUntilDate></Retention>`;
  const headers = {
    'content-md5': createHash('md5').update(body).digest('base64'),
    ...(mode === 'GOVERNANCE' && { 'x-amz-bypass-governance-retention': 'true' }),
  };
  const query = { retention: '', versionId };
  const answer = await fetchSigned(settings, 'PUT', `/${settings.bucket}/${key}`, query, { body, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`no retention period was set: ${answer.status} ${text}`);
}

/** Tries to delete a version. Returns the HTTP status. */
export async function deleteVersion(
  settings: S3TestSettings,
  { key, versionId }: ObjectVersion,
): Promise<number> {
  const answer = await fetchSigned(settings, 'DELETE', `/${settings.bucket}/${key}`, { versionId });
  await answer.arrayBuffer();
  return answer.status;
}
