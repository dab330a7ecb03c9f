// Lists the configured AUs that have no content in any namespace.
import { configuration, repository } from '../../service/clients.ts';
import { COMPARED_AUS, type UnmatchedAu, UnmatchedAus, type UnmatchedPage } from './unmatched.tsx';

export const EmptyAus = () => <UnmatchedAus words="empty" load={loadPage} />;

/** Checks configured AUs in batches until some are empty or the end is reached. `token`: last checked AU number. */
async function loadPage(token: string | undefined, signal: AbortSignal): Promise<UnmatchedPage> {
  for (let next = token ?? '0'; ; ) {
    const page = await compareNextBatch(next, signal);
    if (page.rows.length > 0 || page.token === undefined) return page;
    next = page.token;
  }
}

async function compareNextBatch(after: string, signal: AbortSignal): Promise<UnmatchedPage> {
  const auQuery = `select auNumber, auId where auNumber > ${after} order by auNumber limit ${COMPARED_AUS}`;
  const configured = (await configuration.queryAus({ auQuery }, { signal })) as NumberedAu[];
  if (configured.length === 0) return { rows: [], token: undefined };
  const body = configured.map(({ auId }) => auId);
  const held = await repository.summarizeAus({ allNamespaces: true, body }, { signal });
  const filled = new Set(held.map(({ auid }) => auid));
  const rows: UnmatchedAu[] = body.filter((auid) => !filled.has(auid)).map((auid) => ({ auid }));
  const isLast = configured.length < COMPARED_AUS;
  return { rows, token: isLast ? undefined : String(configured.at(-1)!.auNumber) };
}

interface NumberedAu {
  readonly auNumber: number;
  readonly auId: string;
}
