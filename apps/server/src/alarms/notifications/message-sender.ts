import type { ChannelKey } from '@gwanje/contract/alarms/channels';
import type { ChannelClients, SendResult, Target } from './channels/channel.ts';
import { channelRegistry } from './channels/registry.ts';
import { renderBody } from './message-body.ts';
import type { MessageFacts } from './message-facts.ts';
import { variablesOf } from './message-variables.ts';

/** Renders a message for its receiver and sends it over the receiver's channel. */
export class MessageSender {
  readonly #clients: ChannelClients;
  readonly #publicUrl: string;

  constructor(clients: ChannelClients, publicUrl: string) {
    this.#clients = clients;
    this.#publicUrl = publicUrl;
  }

  isAvailable(kind: ChannelKey): boolean {
    return channelRegistry[kind].isAvailable(this.#clients);
  }

  /** Throws a DeliveryFailure when the receiver does not accept the message. */
  async send(target: Target, deliveryId: string, facts: MessageFacts): Promise<SendResult> {
    const channel = channelRegistry[target.kind];
    const variables = variablesOf(facts, deliveryId, target.language, this.#publicUrl);
    const body = renderBody(channel, target, variables);
    return channel.send({ deliveryId, address: target, ...body, variables }, this.#clients);
  }
}
