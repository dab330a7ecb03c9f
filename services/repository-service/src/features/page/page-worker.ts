// Page thread: rewrites the texts of captured pages. Opens no sockets, files or database connections. It never receives
// images and fonts.
import { parentPort } from 'node:worker_threads';
import { PageBuilder } from '../../domain/page/page-builder.ts';
import type { PageAnswer, PageRequest } from '../../domain/page/page-report.ts';

const port = parentPort!;
let builder: PageBuilder | undefined;

port.on('message', (request: PageRequest) => {
  try {
    port.postMessage(handlePageRequest(request));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    port.postMessage({ op: 'failed', detail } satisfies PageAnswer);
  }
});

function handlePageRequest(request: PageRequest): PageAnswer {
  if (request.op === 'document') {
    builder = new PageBuilder(request.document);
    return { op: 'needs', references: builder.start() };
  }
  if (!builder) throw new Error('there is no page');
  if (request.op === 'texts') return { op: 'needs', references: builder.addTexts(request.texts) };
  const page = builder.finish(request.results);
  // Release the memory of the page. Otherwise, it would be held until the next page.
  builder = undefined;
  return { op: 'done', ...page };
}
