// The object stores that creating is measured on: the folder of the services, and a real S3 server started here.
import { randomUUID } from 'node:crypto';

export const storeKinds = ['fs', 's3'] as const;
export type StoreKind = (typeof storeKinds)[number];

export interface BenchStore {
  /** Gives the settings of services that share a fresh folder or bucket with nobody else. */
  settings(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What of the testkit starts its S3 server. It is not what the testkit exports, so the built modules are loaded. */
interface S3Testkit {
  versitygwBinary(): Promise<string>;
  startS3Server(binary: string): Promise<{ access: S3Access; stop(): Promise<void> }>;
}
interface S3Signing {
  signedFetch(access: S3Access, method: 'PUT', path: string): Promise<Response>;
}

/** Rejects with the reason when it cannot be had here. */
export async function openStore(kind: StoreKind): Promise<BenchStore> {
  return kind === 's3' ? openS3() : { settings: async () => ({}), stop: async () => {} };
}

async function openS3(): Promise<BenchStore> {
  const { versitygwBinary, startS3Server } = await testkit<S3Testkit>('s3.js');
  const { signedFetch } = await testkit<S3Signing>('s3/sign.js');
  const { access, stop } = await startS3Server(await versitygwBinary());
  const settings = async () => {
    const bucket = `bench-${randomUUID()}`;
    const answer = await signedFetch(access, 'PUT', `/${bucket}`);
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

async function testkit<Module>(module: string): Promise<Module> {
  return (await import(new URL(`../../../packages/testkit/dist/${module}`, import.meta.url).href)) as Module;
}
