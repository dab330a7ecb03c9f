import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, findFreePort, type StartedProcess, startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const start = (env: Record<string, string>): Promise<StartedProcess> =>
  startProcess(process.execPath, [program], { env });

async function startReady(): Promise<{ service: StartedProcess; port: number }> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const { url } = await createTestDatabase();
  const service = await start({
    CONFIG_PORT: String(port),
    CONFIG_METRICS_PORT: String(metricsPort),
    DATABASE_URL: url,
    ADMIN_PASSWORD: 'hunter22',
  });
  await service.answers(`http://127.0.0.1:${port}/readyz`);
  return { service, port };
}

const messages = (service: StartedProcess): string[] =>
  service
    .output()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

describe('the program', () => {
  it('starts, says so in JSON lines without secrets, and stops well on SIGTERM', async () => {
    const { service } = await startReady();
    expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(messages(service)).toEqual(expect.arrayContaining(['listening', 'ready', 'stopping', 'stopped']));
    expect(service.output()).not.toContain('hunter22');
  });

  it('stops well on Ctrl-C', async () => {
    const { service } = await startReady();
    expect(await service.stop('SIGINT')).toEqual({ code: 0, signal: null });
  });

  it('lets a request under way hold up its stop, and a second signal end it at once', async () => {
    const { service, port } = await startReady();
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    // An incomplete header block keeps the request open.
    client.write('GET /status HTTP/1.1\r\nHost: x\r\n');
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(service.pid, 'SIGTERM');
    await service.says(/"msg":"stopping"/);
    expect(await service.stop('SIGTERM')).toEqual({ code: 1, signal: null });
    expect(messages(service).at(-1)).toBe('ended at once by a second signal');
    client.destroy();
  });

  it('says all that is wrong with its settings, and does not start', async () => {
    const service = await start({
      CONFIG_PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: '',
      ADMIN_PASSWORD: '',
    });
    expect(await service.exited).toEqual({ code: 1, signal: null });
    const line = JSON.parse(service.output()) as { level: string; faults: string[] };
    expect(line.level).toBe('fatal');
    expect(line.faults).toHaveLength(4);
  });

  it('says in plain words that its port is taken', async () => {
    const { service, port } = await startReady();
    const { url } = await createTestDatabase();
    const second = await start({
      CONFIG_PORT: String(port),
      CONFIG_METRICS_PORT: '0',
      DATABASE_URL: url,
      ADMIN_PASSWORD: 'hunter22',
    });
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.output()).toContain(`cannot listen on 127.0.0.1 port ${port}: another program is using it`);
    await service.stop();
  });
});
