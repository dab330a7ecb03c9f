import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { defaultPorts, findPortConflicts, listPortsToCheck, resolvePorts } from '../early/ports.mjs';

describe('the ports asked for', () => {
  it('are free, or named with the setting that chooses another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const taken = { setting: 'CONFIG_PORT', port, hostSetting: 'HOST', host: '127.0.0.1' };
    expect(await findPortConflicts([taken])).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another port with CONFIG_PORT.`,
    ]);
    server.close();
    await once(server, 'close');
    expect(await findPortConflicts([taken])).toEqual([]);
  });

  it('are on an address of this machine', async () => {
    // Address in 192.0.2.0/24, which is reserved for documentation. No machine has such an address.
    const wanted = { setting: 'CONFIG_PORT', port: 24620, hostSetting: 'HOST', host: '192.0.2.1' };
    expect(await findPortConflicts([wanted])).toEqual(['HOST 192.0.2.1 is not an address of this machine.']);
  });

  it('are those of the settings, metrics on an address of their own; what is no port is left out', () => {
    const settings: Record<string, string> = { METRICS_HOST: '::1', CONFIG_PORT: '7', REPOSITORY_PORT: 'x' };
    expect(listPortsToCheck((name) => settings[name])).toEqual([
      { setting: 'CONFIG_PORT', port: 7, hostSetting: 'HOST', host: '127.0.0.1' },
      { setting: 'CONFIG_METRICS_PORT', port: 8, hostSetting: 'METRICS_HOST', host: '::1' },
    ]);
  });

  it('of metrics follow those of their services, past what another one has', () => {
    expect(resolvePorts({})).toEqual(defaultPorts);
    const second = resolvePorts({ REPOSITORY_PORT: 25_000, CONFIG_PORT: 25_001 });
    expect([second.REPOSITORY_METRICS_PORT, second.CONFIG_METRICS_PORT]).toEqual([25_002, 25_003]);
    const highest = resolvePorts({ REPOSITORY_PORT: 65_535, CONFIG_PORT: 65_534 });
    expect([highest.REPOSITORY_METRICS_PORT, highest.CONFIG_METRICS_PORT]).toEqual([65_533, 65_532]);
    const given = resolvePorts({
      REPOSITORY_PORT: 25_000,
      REPOSITORY_METRICS_PORT: 9,
      CONFIG_METRICS_PORT: 25_001,
    });
    expect(given).toEqual({
      REPOSITORY_PORT: 25_000,
      REPOSITORY_METRICS_PORT: 9,
      CONFIG_PORT: 24_620,
      CONFIG_METRICS_PORT: 25_001,
    });
  });
});
