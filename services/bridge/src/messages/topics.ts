// A message to the listeners of a topic: a map of strings.
import type { StringMap } from '../stomp/map-message.ts';

export interface TopicMessage {
  readonly topic: string;
  readonly map: StringMap;
}

/** Converts the changes of one service to messages. */
export interface MessageConverter {
  /** Returns the messages for a change, in order. Returns none if listeners do not know this kind of change. */
  toMessages(change: unknown): readonly TopicMessage[];
  /** Makes listeners reload what they may have missed, as far as there is a message for that. */
  readonly afterGap: TopicMessage;
  /** Topic where listeners ask whether messages are being published. */
  readonly askedAt?: string;
  /** Returns the answer to a message on that topic, or undefined if none is needed. */
  answerTo?(map: StringMap): TopicMessage | undefined;
}
