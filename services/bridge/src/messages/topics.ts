// Types of the messages that listeners of a topic receive as maps of strings.
import type { StringMap } from '../stomp/map-message.ts';

export interface TopicMessage {
  readonly topic: string;
  readonly map: StringMap;
}

/** Converts the changes of one service to messages. */
export interface MessageConverter {
  /** Returns the messages for a change, in order. Returns none for a kind of change that listeners do not know. */
  toMessages(change: unknown): readonly TopicMessage[];
  /** Message that makes listeners reload data whose changes they may have missed. */
  readonly afterGap: TopicMessage;
  /** Topic to which listeners send echo requests, to find out whether messages are being published. */
  readonly askedAt?: string;
  /** Returns the reply to a message on that topic. Returns undefined if no reply is needed. */
  answerTo?(map: StringMap): TopicMessage | undefined;
}
