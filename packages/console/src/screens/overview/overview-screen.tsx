// What one looks at first: whether all is well, in a sentence, and what that rests on. It follows what happens while somebody
// looks.

import type { Live } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Loading } from '../../parts/basic/loading.tsx';
import { Problem } from '../../parts/feedback/problem.tsx';
import { repository } from '../../service/clients.ts';
import { services } from '../../service/session.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { useEvents } from '../../service/use-events.ts';
import { ConfigurationCard } from './configuration-card.tsx';
import { Dependencies } from './dependencies.tsx';
import { Failures } from './failures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Fixity } from './fixity.tsx';
import { Growth } from './growth.tsx';
import { Room } from './room.tsx';
import { Says } from './says.tsx';
import { Stored } from './stored.tsx';
import { UnderWay } from './under-way.tsx';

export default function OverviewScreen() {
  const { repository: isRepository, configuration: isConfiguration } = services.value;
  return (
    <>
      <header class="screen-head">
        <h1>{t('overview.title')}</h1>
      </header>
      <div class="overview">
        {isRepository !== undefined && <RepositoryOverview />}
        {isConfiguration !== undefined && <ConfigurationCard />}
      </div>
    </>
  );
}

function RepositoryOverview() {
  // Once, for who gets no events: a proxy may swallow them.
  const first = useAnswer((signal) => repository.getSummary({}, { signal }), [], { everyMs: 60_000 });
  const [live, setLive] = useState<Live | undefined>(undefined);
  const isLive = useEvents('/live', ({ type, data }) => {
    if (type === 'message') setLive(JSON.parse(data) as Live);
  });
  const summary = isLive && live ? live.summary : (first.value ?? live?.summary);
  if (summary === undefined)
    return first.problem === undefined ? <Loading /> : <Problem of={first.problem} again={first.again} />;
  const isEmpty = summary.stored.artifacts === 0 && summary.importsUnderWay === 0;
  return (
    <>
      {first.problem !== undefined && !isLive && <Problem of={first.problem} again={first.again} />}
      <Says summary={summary} />
      {isEmpty && <FirstSteps />}
      <UnderWay imports={live?.imports ?? []} />
      <div class="overview-cards">
        <Stored summary={summary} />
        <Room summary={summary} />
        <Fixity summary={summary} />
        <Dependencies summary={summary} isLive={isLive} />
      </div>
      {!isEmpty && <Growth />}
      <Failures />
    </>
  );
}
