import type { Db } from '@gwanje/backend/database/schema';
import { beginAttempt, type ThrottleRule } from '@gwanje/backend/identity/login-throttle';
import { AppError } from '@gwanje/contract/definition/errors';
import type { OneTimeLinkKind } from '@gwanje/contract/users/invitations';
import type { Language } from '@gwanje/domain/i18n/language';
import { translators } from '@gwanje/domain/i18n/messages';
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

const HOUR_MS = 3_600_000;
/** Enough for a lost mail, too few to flood a mailbox. */
const TO_ONE_USER: ThrottleRule = {
  limit: 5,
  firstLockMs: HOUR_MS,
  longestLockMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};
/** Allows an admin to invite a new team of fifty at once. */
const BY_ONE_ADMIN: ThrottleRule = { ...TO_ONE_USER, limit: 100 };

/** Counts a mail before it is sent, so that concurrent requests stay within the limit. */
export async function countLinkMail(
  db: Db,
  { byUserNo, toUserNo }: { readonly byUserNo: number; readonly toUserNo: number },
  now: Date,
): Promise<void> {
  const attempts = [
    await beginAttempt(db, `linkMail:by:${byUserNo}`, BY_ONE_ADMIN, now),
    await beginAttempt(db, `linkMail:to:${toUserNo}`, TO_ONE_USER, now),
  ];
  if (attempts.some(({ kind }) => kind === 'locked')) throw new AppError('tooManyRequests');
}
