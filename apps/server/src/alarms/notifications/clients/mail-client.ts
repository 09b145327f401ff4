import { createTransport } from 'nodemailer';
import { DeliveryFailure } from './delivery-failure.ts';
import { escapeHtml } from './escape-html.ts';

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps://…`. */
  readonly url: string;
  readonly from: string;
}

export interface Mail {
  readonly messageId: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Default: the text, with links. */
  readonly html?: string;
}

const TIMEOUT_MS = 10_000;
const MAX_SUBJECT = 200;

/** Sends mail through the installation's mail server. */
export class MailClient {
  readonly #settings: MailSettings;
  readonly #transport: ReturnType<typeof transportOf>;

  constructor(settings: MailSettings, timeoutMs = TIMEOUT_MS) {
    this.#settings = settings;
    this.#transport = transportOf(settings.url, timeoutMs);
  }

  /** Returns the refused recipients. A refused address does not prevent the mail to the others. */
  async send({
    messageId,
    recipients,
    subject,
    text,
    html,
  }: Mail): Promise<{ readonly refused: readonly string[] }> {
    try {
      const { rejected } = await this.#transport.sendMail({
        from: this.#settings.from,
        to: recipients.map((address) => ({ name: '', address })),
        subject: oneLine(subject),
        text,
        html:
          html ?? `<pre style="font: inherit; white-space: pre-wrap">${withLinks(escapeHtml(text))}</pre>`,
        messageId: `<${messageId}@gwanje>`,
        headers: { 'X-Gwanje-Delivery': messageId, 'Auto-Submitted': 'auto-generated' },
      });
      return { refused: rejected };
    } catch (error) {
      throw asFailure(error);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

function transportOf(url: string, timeoutMs: number) {
  return createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // A message must not make the transport read local files or fetch URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  );
}

/** Names come from clusters and must not start a new header. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);
}

/** Turns the URLs of escaped text into links. */
function withLinks(html: string): string {
  return html.replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);
}

function asFailure(error: unknown): DeliveryFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (code === 'ETIMEDOUT')
    return new DeliveryFailure('mailTimeout', 'the mail server did not answer in time', { status });
  if (status !== null)
    return new DeliveryFailure('mailRefused', `the mail server answered ${status}`, { status });
  const detail = String(code);
  return new DeliveryFailure('mailConnection', `the mail server could not be reached (${detail})`, {
    detail,
  });
}
