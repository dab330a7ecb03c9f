// A bucket of the S3 test server as settings of the service.
import type { S3TestSettings } from '@holdfast/testkit';

export function s3Place({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3TestSettings) {
  return {
    objectStore: `s3:${bucket}`,
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}
