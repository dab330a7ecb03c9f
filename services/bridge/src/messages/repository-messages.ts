// Converts changes of the repository service (changes-for-bridge.db.ts) to messages that invalidate the caches of
// LOCKSS clients. Receiver in lockss-util-rest: RestLockssRepository.
import { isRepresentableInXml } from '../stomp/map-message.ts';
import type { MessageConverter, TopicMessage } from './topics.ts';

interface ArtifactChange {
  readonly kind: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  readonly version: number;
}

/** Topic name, which LOCKSS clients hard-code. */
const TOPIC = 'ArtifactCacheTopic';
const [ACTION, KEY] = ['CacheAction', 'ArtifactKey'];

export const repositoryConverter: MessageConverter = {
  toMessages(change) {
    const message = messageOf(change as ArtifactChange);
    return message === undefined ? [] : [message];
  },
  afterGap: { topic: TOPIC, map: { [ACTION]: 'Flush' } },
  askedAt: TOPIC,
  // Returns the reply to a client's echo request. The reply repeats the client's address from the request. A client
  // enables its cache only after it has received a reply with its own address.
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
  // If XML cannot represent the URL, clients must drop all cached artifacts of the AU instead.
  if (kind !== 'AuChanged' && !isRepresentableInXml(artifact)) return drop('InvalidateAu', 'Commit', auid);
  switch (kind) {
    case 'ArtifactCommitted':
      return drop('InvalidateArt', 'Commit', artifact);
    // Reports an uncommit as a deletion, because LOCKSS clients have no message for it.
    case 'ArtifactUncommitted':
    case 'ArtifactDeleted':
      return drop('InvalidateArt', 'Delete', artifact);
    case 'AuChanged':
      return drop('InvalidateAu', 'Commit', auid);
    default:
      return undefined;
  }
}
