import type { ChannelKey } from '@gwanje/contract/alarms/channels';
import { type ChannelClients, refusalNote, type SendResult, type Target } from './channels/channel.ts';
import { type PushKeys, type PushTarget, sendPush } from './channels/push/push-client.ts';
import { pushPayloadOf } from './channels/push/push-payload.ts';
import { channelRegistry } from './channels/registry.ts';
import { DeliveryFailure } from './clients/delivery-failure.ts';
import { renderBody } from './message-body.ts';
import type { MessageFacts } from './message-facts.ts';
import { type MessageContext, variablesOf } from './message-variables.ts';
import { receiptPath } from './receipts/receipt-path.ts';

/** The receivers of a report. */
export interface ReportTarget {
  readonly kind: 'report';
  readonly recipientList: readonly string[];
  readonly language: Target['language'];
}

/** A mail that is not about alarms. */
export interface ReportMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Renders a message for its receiver and sends it over the receiver's channel. */
export class MessageSender {
  readonly #clients: ChannelClients;
  readonly #publicUrl: string;
  readonly #pushKeys: PushKeys | undefined;

  constructor(clients: ChannelClients, publicUrl: string, pushKeys?: PushKeys) {
    this.#clients = clients;
    this.#publicUrl = publicUrl;
    this.#pushKeys = pushKeys;
  }

  isAvailable(kind: ChannelKey): boolean {
    return channelRegistry[kind].isAvailable(this.#clients);
  }

  /** Throws a DeliveryFailure when the receiver does not accept the message. */
  async send(
    target: Target | PushTarget,
    deliveryId: string,
    facts: MessageFacts,
    context?: MessageContext,
  ): Promise<SendResult> {
    if (target.kind === 'push') return this.#push(target, deliveryId, facts);
    const channel = channelRegistry[target.kind];
    const variables = variablesOf(facts, deliveryId, target.language, this.#publicUrl, context);
    if (!channel.isPerRecipient) {
      const body = renderBody(channel, target, variables);
      return channel.send({ deliveryId, address: target, ...body, variables }, this.#clients);
    }
    const receiptUrl = target.secret ? `${this.#publicUrl}${receiptPath(deliveryId, target.secret)}` : '';
    return sendToEach(target.recipientList, (recipient) => {
      const body = renderBody(channel, target, { ...variables, recipient, receiptUrl });
      const address = { ...target, recipientList: [recipient] };
      return channel.send({ deliveryId, address, ...body, variables }, this.#clients);
    });
  }

  async #push(target: PushTarget, deliveryId: string, facts: MessageFacts): Promise<SendResult> {
    if (!this.#pushKeys) throw new DeliveryFailure('address', 'this server has no key for push services');
    const payload = pushPayloadOf(facts, deliveryId, target.language);
    return sendPush(target, payload, this.#clients.http, { ...this.#pushKeys, site: this.#publicUrl });
  }

  /** Throws a DeliveryFailure when the mail server does not accept the mail. */
  async sendReport(
    { recipientList }: ReportTarget,
    deliveryId: string,
    mail: ReportMail,
  ): Promise<SendResult> {
    if (!this.#clients.mail) throw new DeliveryFailure('noMailServer', 'no mail server is set up');
    const { refused } = await this.#clients.mail.send({
      messageId: deliveryId,
      recipients: recipientList,
      ...mail,
    });
    return { status: null, note: refusalNote(refused.length, recipientList.length) };
  }
}

/**
 * A recipient that the receiver refuses does not keep the message from the others. Any other failure ends the attempt: the
 * next one sends to all again, under the same id.
 */
async function sendToEach(
  recipients: readonly string[],
  send: (recipient: string) => Promise<SendResult>,
): Promise<SendResult> {
  const refused: DeliveryFailure[] = [];
  let accepted: SendResult | undefined;
  for (const recipient of recipients)
    try {
      accepted = await send(recipient);
    } catch (error) {
      if (!(error instanceof DeliveryFailure && isRefusal(error))) throw error;
      refused.push(error);
    }
  const [first] = refused;
  if (accepted === undefined) throw first ?? new DeliveryFailure('address', 'the webhook has no recipient');
  const note = refusalNote(refused.length, recipients.length, first?.note.detail);
  return { status: accepted.status, note };
}

function isRefusal({ kind, status }: DeliveryFailure): boolean {
  if (kind === 'refused') return true;
  return kind === 'status' && status !== null && status >= 400 && status < 500 && status !== 429;
}
