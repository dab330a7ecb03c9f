// Program that downloads an export to a file.
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { runPlanInChild } from '../child-process.ts';

export interface ReceiverPlan {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly file: string;
}

export interface ReceivedFile {
  readonly seconds: number;
  readonly bytes: number;
}

/** Repeats the request until the service has prepared the export. The measurement includes this time. */
runPlanInChild<ReceiverPlan, ReceivedFile>(async (plan) => {
  const started = performance.now();
  for (;;) {
    const answer = await requestExport(plan);
    if (answer.statusCode === 503) {
      answer.resume();
      continue;
    }
    if (answer.statusCode !== 200) throw new Error(`${plan.url} was answered ${answer.statusCode}.`);
    const file = createWriteStream(plan.file, { highWaterMark: 1 << 20 });
    await pipeline(answer, file);
    return { seconds: (performance.now() - started) / 1000, bytes: file.bytesWritten };
  }
});

function requestExport({ url, user, password }: ReceiverPlan): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { auth: `${user}:${password}`, agent: false }, resolve).once('error', reject);
  });
}
