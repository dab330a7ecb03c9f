// A message as listeners of a topic read it: a map of texts.
import type { StringMap } from '../stomp/map-message.ts';

export interface TopicMessage {
  readonly topic: string;
  readonly map: StringMap;
}

/** What changes of one service become. */
export interface Telling {
  /** Those of a change, in order; none where listeners know nothing of the kind. */
  messagesOf(change: unknown): readonly TopicMessage[];
  /** Has listeners read anew what they may have missed, as far as there is a message for that. */
  readonly afterGap: TopicMessage;
  /** Where listeners ask whether anybody tells them. */
  readonly askedAt?: string;
  /** The answer to one of those messages; undefined where none is due. */
  answerTo?(map: StringMap): TopicMessage | undefined;
}
