// Types of messages on a topic. Listeners receive each message as a map of strings.
import type { StringMap } from '../stomp/map-message.ts';

export interface TopicMessage {
  readonly topic: string;
  readonly map: StringMap;
}

/** Converts the changes of one service to messages. */
export interface MessageConverter {
  /** Returns the messages for a change, in order. Returns an empty array if the change does not concern listeners. */
  toMessages(change: unknown): readonly TopicMessage[];
  /** Message after a gap, on which listeners reload all data whose changes they may have missed. */
  readonly afterGap: TopicMessage;
  /** Topic for echo requests, with which listeners check that messages are published. */
  readonly askedAt?: string;
  /** Returns the reply to an echo request, or undefined if the message needs no reply. */
  answerTo?(map: StringMap): TopicMessage | undefined;
}
