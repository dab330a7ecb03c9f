// Converts a bucket of the S3 test server to settings of the repository service.
import { type S3TestSettings, toS3Environment } from '@holdfast/testkit';

export function createS3Place(settings: S3TestSettings) {
  const { OBJECT_STORE: objectStore, ...env } = toS3Environment(settings);
  return { objectStore, env };
}
