import type { WebhookKind } from '@gwanje/contract/webhooks';
import type { Language } from '@gwanje/domain/language';
import { renderBody } from './bodies.ts';
import type { Facts } from './facts.ts';
import type { Mail, Mailer } from './mailer.ts';
import { DeliveryFailure, type OutsideClient } from './outside-client.ts';
import { wordsOf } from './words.ts';

export interface Target {
  readonly kind: WebhookKind;
  /** Null of e-mail. */
  readonly url: string | null;
  readonly recipientList: readonly string[];
  readonly bodyTemplate: string | null;
  readonly language: Language;
}

export interface Sent {
  /** Of the receiver's answer, where there is such a thing. */
  readonly status: number | null;
  /** What went wrong all the same. */
  readonly note: string | null;
}

export interface MessengerOptions {
  readonly outside: Pick<OutsideClient, 'post'>;
  /** Absent: the installation has no mail server. */
  readonly mailer: Mailer | undefined;
  readonly publicUrl: string;
}

/** Puts a message into the words and the form of its receiver, and hands it over. Fails with a DeliveryFailure. */
export class Messenger {
  readonly #options: MessengerOptions;

  constructor(options: MessengerOptions) {
    this.#options = options;
  }

  get hasMail(): boolean {
    return this.#options.mailer !== undefined;
  }

  /** What is no message about an alarm, as it is. */
  async mail(mail: Mail): ReturnType<Mailer['send']> {
    const { mailer } = this.#options;
    if (!mailer) throw new DeliveryFailure('noMailServer', 'no mail server is set up');
    return mailer.send(mail);
  }

  async send(target: Target, deliveryId: string, facts: Facts): Promise<Sent> {
    const { outside, publicUrl } = this.#options;
    const words = wordsOf(facts, deliveryId, target.language, publicUrl);
    const { contentType, text } = renderBody(target, words);
    if (target.kind === 'email') {
      const [subject = ''] = words.summary.split('\n');
      const mail = { messageId: deliveryId, recipients: target.recipientList, subject, text };
      const { refused } = await this.mail(mail);
      const note = refused.length > 0 ? `refused for ${refused.length} of ${mail.recipients.length}` : null;
      return { status: null, note };
    }
    const headers = { 'content-type': contentType, 'x-gwanje-delivery': deliveryId };
    const { status } = await outside.post(target.url ?? '', headers, text);
    return { status, note: null };
  }
}
