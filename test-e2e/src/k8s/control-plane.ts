// Starts the control plane of a Kubernetes cluster on loopback: etcd, the API server and the controller manager, built
// from Kubernetes' Go modules. The cluster has no machine and no kubelet, so nothing runs the containers of its pods.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addCleanup,
  createTemporaryFolder,
  findFreePort,
  makeCertificate,
  type StartedProcess,
  startProcess,
} from '@holdfast/testkit';
import { ClusterClient, waitFor } from './cluster-client.ts';
import type { GoTool } from './go-tool.ts';

const moduleFolder = fileURLToPath(new URL('control-plane', import.meta.url));
const [, version = ''] =
  /\tk8s\.io\/kubernetes (v\S+)/.exec(readFileSync(join(moduleFolder, 'go.mod'), 'utf8')) ?? [];

export const controlPlaneTool: GoTool = {
  name: 'k8s-control-plane',
  folder: moduleFolder,
  // Sets the version that the API server reports to Helm and kubectl, as Kubernetes' own build does.
  variables: { 'k8s.io/component-base/version.gitVersion': version },
};

/** Controllers of the objects that the manifests contain. */
const CONTROLLERS = [
  'deployment-controller',
  'replicaset-controller',
  'statefulset-controller',
  'job-controller',
  'disruption-controller',
  'serviceaccount-controller',
  'namespace-controller',
  'persistentvolumeclaim-protection-controller',
  'garbage-collector-controller',
];

const START_TIMEOUT_MS = 120_000;

export interface ControlPlane {
  readonly client: ClusterClient;
  /** File with the address and the credentials of the API server, for other programs. */
  readonly kubeconfig: string;
}

/** Starts the control plane, whose programs are stopped at the end of the test file. */
export async function startControlPlane(program: string): Promise<ControlPlane> {
  const folder = await createTemporaryFolder();
  const server = makeCertificate(folder, 'kube-apiserver');
  const signer = makeCertificate(folder, 'service-accounts');
  const token = randomUUID();
  const [tokens, kubeconfig] = [join(folder, 'tokens.csv'), join(folder, 'kubeconfig')];
  const ports = { etcd: await findFreePort(), peers: await findFreePort(), server: await findFreePort() };
  const urls = {
    etcd: `http://127.0.0.1:${ports.etcd}`,
    peers: `http://127.0.0.1:${ports.peers}`,
    server: `https://127.0.0.1:${ports.server}`,
  };
  await writeFile(tokens, `${token},judge,judge,system:masters\n`, { mode: 0o600 });
  await writeFile(kubeconfig, makeKubeconfig(urls.server, server.certFile, token), { mode: 0o600 });

  await startProgram(program, [
    'etcd',
    ...[`--data-dir=${join(folder, 'etcd')}`, '--unsafe-no-fsync', '--log-level=warn'],
    ...[`--listen-client-urls=${urls.etcd}`, `--advertise-client-urls=${urls.etcd}`],
    ...[`--listen-peer-urls=${urls.peers}`, `--initial-advertise-peer-urls=${urls.peers}`],
    `--initial-cluster=default=${urls.peers}`,
  ]);
  const apiServer = await startProgram(program, [
    'kube-apiserver',
    ...[`--etcd-servers=${urls.etcd}`, '--endpoint-reconciler-type=none'],
    ...['--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', `--secure-port=${ports.server}`],
    ...[`--tls-cert-file=${server.certFile}`, `--tls-private-key-file=${server.keyFile}`],
    ...[`--token-auth-file=${tokens}`, '--authorization-mode=RBAC'],
    // Allows privileged containers, as most clusters do, so that only Pod Security refuses them.
    '--allow-privileged=true',
    ...[`--service-account-issuer=${urls.server}`, `--service-account-key-file=${signer.certFile}`],
    `--service-account-signing-key-file=${signer.keyFile}`,
    // Both address families, because the services are dual stack.
    '--service-cluster-ip-range=10.96.0.0/16,fd00:10:96::/112',
  ]);
  const client = new ClusterClient({ url: urls.server, certificate: server.certificate, token });
  await waitUntilReady(client, apiServer);
  await startProgram(program, [
    'kube-controller-manager',
    ...[`--kubeconfig=${kubeconfig}`, `--controllers=${CONTROLLERS.join()}`, '--leader-elect=false'],
    ...['--secure-port=0', `--service-account-private-key-file=${signer.keyFile}`],
  ]);
  return { client, kubeconfig };
}

/**
 * Starts a program of the control plane. At the end of the test file, kills the program and waits until it exits, so
 * that its folder can be removed.
 */
async function startProgram(program: string, args: readonly string[]): Promise<StartedProcess> {
  const started = await startProcess(program, args);
  addCleanup(() => started.stop('SIGKILL'));
  return started;
}

async function waitUntilReady(client: ClusterClient, apiServer: StartedProcess): Promise<void> {
  let hasEnded = false;
  apiServer.exited.then(() => {
    hasEnded = true;
  });
  const isReady = async () => {
    if (hasEnded) throw new Error(`The API server has ended. It said:\n${apiServer.output()}`);
    try {
      return (await client.send('GET', '/readyz')).status === 200;
    } catch {
      return false;
    }
  };
  await waitFor('the API server', isReady, START_TIMEOUT_MS);
}

function makeKubeconfig(server: string, certificate: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'judge', cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: 'judge', user: { token } }],
    contexts: [{ name: 'judge', context: { cluster: 'judge', user: 'judge' } }],
    'current-context': 'judge',
  });
}
