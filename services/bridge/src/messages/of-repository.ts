// Changes that the repository service keeps for the bridge (its changes-for-bridge.db.ts), as clients of the field's own
// service are told of them, so that they drop what they have in memory: lockss-util-rest, RestLockssRepository.
import { isCarried } from '../stomp/map-message.ts';
import type { Telling, TopicMessage } from './topics.ts';

interface ArtifactChange {
  readonly kind: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  readonly version: number;
}

/** That clients compile in. */
const TOPIC = 'ArtifactCacheTopic';
const [ACTION, KEY] = ['CacheAction', 'ArtifactKey'];

export const tellRepository: Telling = {
  messagesOf(change) {
    const message = messageOf(change as ArtifactChange);
    return message === undefined ? [] : [message];
  },
  afterGap: { topic: TOPIC, map: { [ACTION]: 'Flush' } },
  askedAt: TOPIC,
  // A client keeps nothing in memory before somebody has answered it with the address that it asked with.
  answerTo(map) {
    const key = map[KEY];
    if (map[ACTION] !== 'Echo' || key === undefined) return undefined;
    return { topic: TOPIC, map: { [ACTION]: 'EchoResp', [KEY]: key } };
  },
};

function messageOf({ kind, namespace, auid, url, version }: ArtifactChange): TopicMessage | undefined {
  const drop = (what: string, op: string, key: string): TopicMessage => ({
    topic: TOPIC,
    map: { [ACTION]: what, InvalidateOp: op, [KEY]: key },
  });
  const artifact = `${namespace}:${auid}:${url}:${version}`;
  // Of a URL that cannot be told, clients drop all that they have of its AU.
  if (kind !== 'AuChanged' && !isCarried(artifact)) return drop('InvalidateAu', 'Commit', auid);
  switch (kind) {
    case 'ArtifactCommitted':
      return drop('InvalidateArt', 'Commit', artifact);
    // Clients know of no taking back; to them it is gone.
    case 'ArtifactUncommitted':
    case 'ArtifactDeleted':
      return drop('InvalidateArt', 'Delete', artifact);
    case 'AuChanged':
      return drop('InvalidateAu', 'Commit', auid);
    default:
      return undefined;
  }
}
