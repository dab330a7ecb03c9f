// Where log lines go unless a test says otherwise: stdout. The lines of one turn of the event loop leave in one write,
// which under load costs a service noticeably less than one each; none is held longer, and none is lost at exit.
import { type DestinationStream, pino } from 'pino';

/** More than this leaves within the turn. */
const HELD_BYTES = 8 * 1024;

type Lines = DestinationStream & { flushSync(): void };

let lines: Lines | undefined;

/** One for all logs of a process: it has one stdout, and ends once. */
export function stdoutLines(): Lines {
  lines ??= openLines();
  return lines;
}

function openLines(): Lines {
  const output = pino.destination({ dest: 1, sync: true, minLength: HELD_BYTES });
  let due = false;
  const endOfTurn = () => {
    due = false;
    output.flush();
  };
  // Writes what is left whatever it takes, and waits for the disk: not for every turn.
  const flushSync = () => output.flushSync();
  process.on('exit', flushSync);
  return {
    write(line) {
      output.write(line);
      if (due) return;
      due = true;
      setImmediate(endOfTurn);
    },
    // pino calls it behind a fatal line.
    flushSync,
  };
}
