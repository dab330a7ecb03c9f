// Server-sent events out of the text that they come as (HTML, 9.2). Knows no network.

export interface StreamEvent {
  /** `message` unless the service says otherwise. */
  readonly type: string;
  readonly data: string;
  /** The last that the service gave. */
  readonly id: string;
}

export interface EventReader {
  /** Takes a piece of the stream, however it is cut; gives the events that are complete. */
  read(text: string): StreamEvent[];
  /** How long the service asks to wait before asking again. */
  readonly retryMs: number | undefined;
  readonly lastId: string;
}

export function eventReader(lastId = ''): EventReader {
  let rest = '';
  let data: string[] = [];
  let type = '';
  let retryMs: number | undefined;
  let id = lastId;

  function take(line: string): StreamEvent | undefined {
    if (line === '') {
      const event = data.length === 0 ? undefined : { type: type || 'message', data: data.join('\n'), id };
      [data, type] = [[], ''];
      return event;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
    return undefined;
  }

  return {
    read(text) {
      // A CR at the end may have its LF still to come.
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.map(take).filter((event) => event !== undefined);
    },
    get retryMs() {
      return retryMs;
    },
    get lastId() {
      return id;
    },
  };
}
