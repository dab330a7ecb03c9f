// Runs the contract and the fault cases on a separate storage cluster, if the cluster's server is installed.
import {
  type ClusterName,
  type InstalledServer,
  openTestS3,
  type S3TestSettings,
  type StorageCluster,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { testObjectStoreContract } from '../contract/contract-suite.ts';
import { faultCases } from './fault-cases.ts';
import { openS3Harness } from './s3-harness.ts';

interface ClusterPlan {
  readonly name: ClusterName;
  /** Checksum setting for this server, from docs/object-stores.md. */
  readonly checksums: S3TestSettings['checksums'];
  /** Default 1024. */
  readonly longestKeyBytes?: number;
  readonly installed: InstalledServer;
  start(program: string): Promise<StorageCluster>;
}

const START_TIMEOUT_MS = 60_000;

export function testOnCluster({ name, checksums, longestKeyBytes, installed, start }: ClusterPlan): void {
  if ('missing' in installed) {
    process.stderr.write(`NOT RUN: the object store on ${name}: ${installed.missing}.\n`);
    it.skip(`the object store on ${name}`, () => undefined);
    return;
  }
  describe(name, () => {
    let cluster: StorageCluster | undefined;
    const s3 = () => openTestS3(cluster!.access);

    beforeAll(async () => {
      cluster = await start(installed.program);
    }, START_TIMEOUT_MS);
    afterAll(() => cluster?.stop());

    testObjectStoreContract('the s3 store', () => openS3Harness(s3(), checksums, longestKeyBytes));
    faultCases(name, s3, checksums);
  });
}
