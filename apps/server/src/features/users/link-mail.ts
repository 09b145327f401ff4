import type { OneTimeLinkKind } from '@gwanje/contract/users/invitations';
import type { Language } from '@gwanje/domain/language';
import { translators } from '@gwanje/domain/messages';
import { timeOf } from '../../alarms/notifications/message-variables.ts';
import { en } from './link-mail-messages.en.ts';
import { ko } from './link-mail-messages.ko.ts';

const translate = translators(ko, en);

export interface LinkMail {
  readonly kind: OneTimeLinkKind;
  readonly url: string;
  readonly expiresAt: Date;
  readonly to: { readonly name: string; readonly userId: string };
  /** The name of the admin who sends it. */
  readonly sender: string;
}

/** Names are plain text: the mailer keeps line breaks out of the subject and makes no links of them. */
export function linkMailText(mail: LinkMail, language: Language): { subject: string; text: string } {
  const { kind, url, sender, to, expiresAt } = mail;
  const t = translate[language];
  const until = timeOf(expiresAt.toISOString(), language);
  return { subject: t(`${kind}.subject`), text: t(`${kind}.text`, { ...to, url, sender, until }) };
}
