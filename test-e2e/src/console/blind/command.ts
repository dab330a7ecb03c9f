// Parses the commands of a reader, each of which is one line of text.

export type ReaderCommand =
  | { readonly name: 'task'; readonly number: number }
  | { readonly name: 'click' | 'double' | 'move'; readonly x: number; readonly y: number }
  | { readonly name: 'type' | 'done' | 'note' | 'file' | 'choose'; readonly text: string }
  | { readonly name: 'key'; readonly key: string }
  | { readonly name: 'scroll'; readonly pixels: number }
  | { readonly name: 'wait'; readonly seconds: number }
  | { readonly name: 'mail'; readonly number?: number; readonly link?: number }
  | { readonly name: 'back' | 'look' | 'give up' | 'tasks' | 'report' | 'help' | 'end' };

export const COMMAND_HELP = `Commands (one line each, sent as the body of POST /):
tasks                lists the tasks
task N               starts task N in a fresh window that shows the overview
click X Y            clicks at a pixel of the picture; also: double X Y, move X Y
type TEXT            types into the element that has the focus
key NAME             presses a key or a combination, such as Enter, Tab, Escape or Control+A
scroll PIXELS        turns the wheel down (positive) or up (negative) at the place of the pointer
choose NUMBER        chooses an entry of the list that a click has opened
file NAME            chooses a file in the dialog that a click has opened
back                 goes back to the previous page of the browser
look                 takes another picture; wait SECONDS waits first
mail                 lists the received mails; mail N shows mail N; mail N M opens link M of mail N
note TEXT            records a remark, such as a wrong turn or a pause, and its reason
done ANSWER          ends the task, and checks its outcome; give up ends the task as well
report               prints the results of all tasks; end stops the program
Clicks and typed characters are counted.
`;

/** Maximum length of a text that a reader types. */
const MAX_TEXT = 2_000;
const MAX_PIXELS = 10_000;
const MAX_WAIT_SECONDS = 60;

/** Parses a command. Returns a message if the line is not a command. */
export function parseCommand(line: string): ReaderCommand | string {
  const text = line.replace(/\r?\n$/, '');
  const [, word = '', rest = ''] = /^\s*(\S+)(?: (.*))?$/s.exec(text) ?? [];
  if (text.trim() === 'give up') return { name: 'give up' };
  switch (word) {
    case 'task':
      return parseNumbers(rest, 1, ([number]) => ({ name: 'task', number: number! }));
    case 'click':
    case 'double':
    case 'move':
      return parseNumbers(rest, 2, ([x, y]) => ({ name: word, x: x!, y: y! }));
    case 'scroll':
      return parseNumbers(rest, 1, ([pixels]) => ({ name: word, pixels: clamp(pixels!, MAX_PIXELS) }));
    case 'wait':
      return parseNumbers(rest, 1, ([seconds]) => ({
        ...{ name: word, seconds: Math.max(0, clamp(seconds!, MAX_WAIT_SECONDS)) },
      }));
    case 'mail': {
      if (rest.trim() === '') return { name: word };
      return parseNumbers(rest, undefined, ([number, link]) => ({
        ...{ name: word, number: number! },
        ...(link !== undefined && { link }),
      }));
    }
    case 'key':
      return /^(?:[A-Za-z]+\+)*\S[A-Za-z0-9]*$/.test(rest)
        ? { name: word, key: rest }
        : `"${rest}" is not the name of a key`;
    case 'type':
    case 'done':
    case 'note':
    case 'file':
    case 'choose':
      if (rest === '') return `${word} needs a text`;
      return { name: word, text: rest.slice(0, MAX_TEXT) };
    case 'back':
    case 'look':
    case 'tasks':
    case 'report':
    case 'help':
    case 'end':
      return { name: word };
    default:
      return `"${word}" is not a command: send help`;
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value));

/** Parses integers. `count`: required number of integers; if undefined, one or two. */
function parseNumbers(
  text: string,
  count: number | undefined,
  make: (numbers: readonly number[]) => ReaderCommand,
): ReaderCommand | string {
  const words = text.trim().split(/[\s,]+/);
  const isCounted = count === undefined ? words.length <= 2 : words.length === count;
  if (!isCounted || !words.every((word) => /^-?\d{1,6}$/.test(word)))
    return `"${text}" must be ${count === 1 ? 'a number' : 'numbers'}`;
  return make(words.map(Number));
}
