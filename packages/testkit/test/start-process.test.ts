import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findFreePort } from '../src/free-port.ts';
import { type ProcessOptions, startProcess } from '../src/start-process.ts';
import { createTemporaryFolder } from '../src/temporary-folder.ts';

const node = (program: string, options?: ProcessOptions) =>
  startProcess(process.execPath, ['--eval', program], options);
const forEver = 'setInterval(() => {}, 1000);';

describe('startProcess', () => {
  it('collects what is said on both streams, and waits for it', async () => {
    const program = await node(
      `console.log('one'); setTimeout(() => console.error('two 42'), 50); ${forEver}`,
    );
    expect((await program.says(/two (\d+)/))[1]).toBe('42');
    expect((await program.says(/one/))[0]).toBe('one');
    expect(program.output()).toBe('one\ntwo 42\n');
    expect(await program.stop()).toEqual({ code: null, signal: 'SIGTERM' });
  });

  it('waits for an answer over HTTP', async () => {
    const port = await findFreePort();
    const program = await node(`let asked = 0;
      require('node:http').createServer((_, response) => response.writeHead(asked++ < 2 ? 503 : 200).end())
        .listen(${port}, '127.0.0.1');`);
    await program.answers(`http://127.0.0.1:${port}/`);
    await program.kill9();
    expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('gives up with the output when the program ends first, or takes too long', async () => {
    const ended = await node("console.log('last words'); process.exitCode = 3;");
    await expect(ended.says(/ready/)).rejects.toThrow(
      /ready.* did not come before it ended. It said:\nlast words/,
    );
    expect(await ended.stop()).toEqual({ code: 3, signal: null });
    const silent = await node(`console.log('begun'); ${forEver}`);
    await silent.says(/begun/);
    await expect(silent.says(/ready/, 50)).rejects.toThrow(/did not come in 50 ms. It said:\nbegun/);
    await silent.kill9();
  });

  it('rejects what cannot be started', async () => {
    await expect(startProcess('/nowhere/at/all', [])).rejects.toThrow('ENOENT');
  });

  it('passes the environment on, with changes, without what Jest added', async () => {
    const env = { ADDED: 'yes', PATH: undefined };
    const program = await node('console.log(JSON.stringify(process.env)); console.log("end")', {
      env,
      cwd: '/',
    });
    const inside = JSON.parse((await program.says(/(\{.*\})\nend/))[1]!);
    expect(inside).toMatchObject({ ADDED: 'yes' });
    expect(Object.keys(inside)).not.toEqual(expect.arrayContaining(['PATH']));
    expect(Object.keys(inside)).not.toEqual(expect.arrayContaining(['JEST_WORKER_ID']));
  });

  it('reaches a whole group as Ctrl-C does, or one process alone', async () => {
    const program = await node(`
      const child = require('node:child_process').spawn(process.execPath, ['--eval', \`
        process.on('SIGINT', () => { console.log('child asked'); process.exit(); });
        console.log('child ready'); ${forEver}\`], { stdio: 'inherit' });
      const asked = new Promise((resolve) => process.on('SIGINT', () => resolve(console.log('parent asked'))));
      child.on('exit', () => asked.then(() => process.exit()));`);
    await program.says(/child ready/);
    program.signalGroup('SIGINT');
    await program.exited;
    expect(program.output()).toContain('child asked');
    expect(program.output()).toContain('parent asked');
  });
});

describe('createTemporaryFolder', () => {
  it('is new each time', async () => {
    const [one, other] = await Promise.all([createTemporaryFolder(), createTemporaryFolder()]);
    expect(one).not.toBe(other);
    expect([one, other].map((folder) => existsSync(folder))).toEqual([true, true]);
  });
});
