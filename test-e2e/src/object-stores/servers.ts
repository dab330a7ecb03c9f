// S3 servers for the tests of the object store. Installs or builds missing servers.
import {
  findTestS3,
  type InstalledServer,
  installGarage,
  installSeaweedfs,
  type S3Access,
  type StorageCluster,
  startGarage,
  startSeaweedfs,
} from '@holdfast/testkit';

export const serverNames = ['gateway', 'SeaweedFS', 'Garage'] as const;
export type ServerName = (typeof serverNames)[number];

export interface DrillServer {
  readonly name: ServerName;
  /** Starts the server. `cluster` is undefined for the gateway, which is a single process. */
  start(): Promise<{ access: S3Access; cluster: StorageCluster | undefined }>;
}

const clusters = {
  SeaweedFS: { installed: installSeaweedfs, start: startSeaweedfs },
  Garage: { installed: installGarage, start: startGarage },
};

/** Returns the available servers. Prints for each missing server why it is not available. */
export async function findDrillServers(
  wanted: readonly ServerName[],
  say: (words: string) => void,
): Promise<DrillServer[]> {
  const servers: DrillServer[] = [];
  for (const name of wanted) {
    const server = name === 'gateway' ? findGateway() : await findClusterServer(name);
    if ('missing' in server) say(`NOT RUN: ${name}: ${server.missing}.`);
    else servers.push(server);
  }
  return servers;
}

function findGateway(): DrillServer | { missing: string } {
  const access = findTestS3();
  if (!access) return { missing: 'there is no Go to build it with' };
  return { name: 'gateway', start: async () => ({ access, cluster: undefined }) };
}

async function findClusterServer(
  name: keyof typeof clusters,
): Promise<DrillServer | Extract<InstalledServer, { missing: string }>> {
  const { installed, start } = clusters[name];
  const found = await installed();
  if ('missing' in found) return found;
  return {
    name,
    start: async () => {
      const cluster = await start(found.program);
      return { access: cluster.access, cluster };
    },
  };
}
