import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { portTroubles } from '../early/ports.mjs';

describe('the ports asked for', () => {
  it('are free, or named with the setting that chooses another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const taken = { setting: 'CONFIG_PORT', port };
    expect(await portTroubles('127.0.0.1', [taken])).toEqual([
      `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or choose another port with CONFIG_PORT.`,
    ]);
    server.close();
    await once(server, 'close');
    expect(await portTroubles('127.0.0.1', [taken])).toEqual([]);
  });

  it('are on an address of this machine', async () => {
    // 192.0.2.0/24 is set aside for documentation: nobody has it.
    const [trouble] = await portTroubles('192.0.2.1', [{ setting: 'CONFIG_PORT', port: 24620 }]);
    expect(trouble).toBe('HOST 192.0.2.1 is no address of this machine.');
  });
});
