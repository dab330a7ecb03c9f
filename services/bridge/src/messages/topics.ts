// Defines messages on topics and the converter that creates them. Each message is a map of strings.
import type { StringMap } from '../stomp/map-message.ts';

export interface TopicMessage {
  readonly topic: string;
  readonly map: StringMap;
}

/** Converts the changes of one service to messages. */
export interface MessageConverter {
  /** Returns the messages for a change, in order. Returns an empty array if the change does not concern listeners. */
  toMessages(change: unknown): readonly TopicMessage[];
  /** Message to send after a gap. It makes listeners reload all data, because they may have missed changes. */
  readonly afterGap: TopicMessage;
  /** Topic for echo requests. Listeners send them to check that messages are published. */
  readonly askedAt?: string;
  /** Returns the reply to an echo request, or undefined if the message needs no reply. */
  answerTo?(map: StringMap): TopicMessage | undefined;
}
