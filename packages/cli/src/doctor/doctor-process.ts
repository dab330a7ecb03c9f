// Child process that examines a node for `holdfast doctor`. Receives the task as a message and sends the report back.
import { once } from 'node:events';
import { type DoctorTask, runDoctor } from './doctor-command.ts';

process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const [{ command, environment }] = (await once(process, 'message')) as [DoctorTask];
let text = '';
const output = {
  write(words: string) {
    text += words;
    return true;
  },
};
const code = await runDoctor({ output }, environment, command);
process.send?.({ text, code });
