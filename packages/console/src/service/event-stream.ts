// Parser for server-sent events (HTML standard, section 9.2). Parses text only, and does not read from the network.

export interface StreamEvent {
  /** Event type. `message` if the service sends no type. */
  readonly type: string;
  readonly data: string;
  /** Last event ID that the service sent. */
  readonly id: string;
}

export interface EventReader {
  /** Parses a chunk of the stream, which may be split at any position. Returns the events that are now complete. */
  read(text: string): StreamEvent[];
  /** Reconnection delay that the service has sent, in milliseconds. Undefined if the service has sent none. */
  readonly retryMs: number | undefined;
  readonly lastId: string;
}

export function createEventReader(lastId = ''): EventReader {
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
      // A CR at the end of the chunk is not a line break yet, because the next chunk may begin with an LF.
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
