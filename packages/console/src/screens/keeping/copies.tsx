// Shows the copies of the content: the state of each object store, repairs from peers, and where each kind of data is
// stored.
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { canCall, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { DataLocations } from './data-locations.tsx';
import { PeersCard } from './peers.tsx';
import { StoreList } from './stores.tsx';

export function CopiesReport() {
  const mayList = canCall('repository', 'getCopies');
  const { value, problem, again } = useResponse(
    async (signal) => {
      const [summary, copies] = await Promise.all([
        repository.getSummary({}, { signal }),
        mayList ? repository.getCopies({}, { signal }) : undefined,
      ]);
      return { summary, copies };
    },
    [mayList],
    { everyMs: 10_000 },
  );
  return (
    <div class="stack">
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      {value?.copies !== undefined && (
        <>
          <StoreList stores={value.copies.stores} only={value.summary.store} />
          <PeersCard peers={value.copies.peers} />
        </>
      )}
      {value !== undefined && <DataLocations summary={value.summary} />}
      <div>
        <CopyAsCurl service="repository" operation={mayList ? 'getCopies' : 'getSummary'} />
      </div>
    </div>
  );
}
