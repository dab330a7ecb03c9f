// Collects garbage in all threads of another Node process, which must have been started with --inspect. Afterwards the
// heaps contain only objects in use.

interface Reply {
  usedSize: number;
}

/** Message of the inspector: a reply if it has an id, otherwise an event. */
interface Message {
  id?: number;
  result?: Reply;
  method?: string;
  params?: { sessionId?: string; message?: string };
}

/**
 * Collects garbage in all threads. Resolves to the total size of the JavaScript heaps, in bytes. `port`: port of the
 * inspector.
 */
export async function collectGarbage(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const inspector = await openInspector(targets[0].webSocketDebuggerUrl);
  try {
    await inspector.call('NodeWorker.enable', { waitForDebuggerOnStart: false });
    let usedBytes = 0;
    for (const thread of [undefined, ...inspector.workers]) {
      // Collects twice, because the first collection may make more objects unreachable.
      for (let i = 0; i < 2; i++) await inspector.call('HeapProfiler.collectGarbage', {}, thread);
      usedBytes += (await inspector.call('Runtime.getHeapUsage', {}, thread)).usedSize;
    }
    return usedBytes;
  } finally {
    inspector.close();
  }
}

async function openInspector(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: Reply) => void>();
  const workers: string[] = [];
  let last = 0;
  const receive = ({ id, method, params, result }: Message) => {
    if (id !== undefined && result) waiting.get(id)?.(result);
    if (method === 'NodeWorker.attachedToWorker') workers.push(params!.sessionId!);
    if (method === 'NodeWorker.receivedMessageFromWorker') receive(JSON.parse(params!.message!));
  };
  socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  /** Calls a method of the inspector. `worker`: session ID of a worker thread; undefined for the main thread. */
  const call = (method: string, params: object, worker?: string): Promise<Reply> =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      const message = JSON.stringify({ id, method, params });
      if (worker === undefined) socket.send(message);
      else void call('NodeWorker.sendMessageToWorker', { sessionId: worker, message });
    });
  return { call, workers, close: () => socket.close() };
}
