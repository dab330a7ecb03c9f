// Object stores for the benchmark: the data folder of the services, and an S3 server that the benchmark starts.
import { randomUUID } from 'node:crypto';
import { buildVersitygw, fetchSigned, startS3Server } from '@holdfast/testkit';

export const STORE_KINDS = ['fs', 's3'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

export interface BenchStore {
  /** Returns settings for services with a new folder or bucket. */
  settings(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Opens an object store. Rejects with the reason if it is not available on this machine. */
export async function openBenchStore(kind: StoreKind): Promise<BenchStore> {
  return kind === 's3' ? openS3() : { settings: async () => ({}), stop: async () => {} };
}

async function openS3(): Promise<BenchStore> {
  const { access, stop } = await startS3Server(await buildVersitygw());
  const settings = async () => {
    const bucket = `bench-${randomUUID()}`;
    const answer = await fetchSigned(access, 'PUT', `/${bucket}`);
    if (!answer.ok) throw new Error(`The S3 server made no bucket: ${answer.status} ${await answer.text()}`);
    return {
      OBJECT_STORE: `s3:${bucket}`,
      S3_ENDPOINT: access.endpoint,
      S3_REGION: access.region,
      S3_ACCESS_KEY_ID: access.accessKeyId,
      S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    };
  };
  return { settings, stop };
}
