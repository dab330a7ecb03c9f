// Usage: npm run drill -- blind-reading [FOLDER] [PORT]. Lets a reader who has not seen the console perform sixteen
// tasks with screenshots alone. The reader sends commands to http://127.0.0.1:PORT/ (default 24699), such as
// `curl --data-binary 'task 1' http://127.0.0.1:24699/`; the command `help` lists all commands. FOLDER (default: a
// folder in the system's temporary folder) receives the screenshots, the log and the report.
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDrillServers } from '@holdfast/testkit';
import { startBlindNode } from '../../console/blind/blind-node.ts';
import { startCommandServer } from '../../console/blind/command-server.ts';
import { BlindReadingSession } from '../../console/blind/reading.ts';
import { findInstalledBrowser, openBrowser } from '../../docs/browser.ts';
import { runDrill } from '../../support/run-drill.ts';

const [folder = join(tmpdir(), 'blind-reading'), port = '24699'] = process.argv.slice(2);

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  const pictures = resolve(folder);
  await mkdir(pictures, { recursive: true });
  await startDrillServers();
  const [node, browser] = await Promise.all([startBlindNode(), openBrowser(executablePath)]);
  const reading = new BlindReadingSession(browser, node, pictures);
  const server = await startCommandServer(Number(port), (line) => reading.execute(line));
  console.log(`The reader's commands go to ${server.url}. The pictures are in ${pictures}.`);
  await server.ended;
  console.log(reading.report());
});
