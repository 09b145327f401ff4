import type { Db } from '@gwanje/backend/database/schema';
import { beginAttempt, type ThrottleRule } from '@gwanje/backend/identity/login-throttle';
import { findLink, makeLink } from '@gwanje/backend/identity/one-time-links';
import { replacePassword } from '@gwanje/backend/identity/password-rules';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { toUser, type UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import {
  type LinkMailError,
  linkMailErrors,
  ONE_TIME_LINK_MS,
  type OneTimeLinkKind,
} from '@gwanje/contract/users/invitations';
import type { User } from '@gwanje/contract/users/users';
import { checkUserChange, mayHoldSession } from '@gwanje/domain/access/user-changes';
import type { Language } from '@gwanje/domain/i18n/language';
import { translators } from '@gwanje/domain/i18n/messages';
import { usersOfOtherOwners } from '../../access/allowed-user-changes.ts';
import { lockForChange } from '../../access/target-repository.ts';
import { type CallerContext, requireSeen } from '../../access/targets.ts';
import { DeliveryFailure } from '../../alarms/notifications/clients/delivery-failure.ts';
import type { Mail, MailClient } from '../../alarms/notifications/clients/mail-client.ts';
import { readableTime } from '../../alarms/notifications/message-variables.ts';
import type { NotificationService } from '../../alarms/notifications/notification-service.ts';
import type { Routes } from '../../platform/http/call.ts';
import { en } from './link-mail-messages.en.ts';
import { ko } from './link-mail-messages.ko.ts';

export const invitationRoutes = {
  /** The old password is invalid from now on. */
  async makeOneTimeLink(call) {
    const { db, user, body, now, audit, settings, notifications } = call;
    const { userNo } = body;
    const { row, target } = await allowedLink(call, userNo);
    const kind = row.passwordHash === null ? 'invitation' : 'reset';
    const expiresAt = new Date(now.getTime() + ONE_TIME_LINK_MS);
    const token = await makeLink(db, { userNo, kind, createdBy: user.userNo, now, expiresAt });
    // The reset may be needed because another person knows the old password.
    if (kind === 'reset') {
      await replacePassword(db, row, null, now);
      await endAllSessionsOfUser(db, userNo);
    }
    await audit('user.makeLink', userNo, { userId: target.userId, kind, expiresAt });
    return {
      url: linkUrl(settings.loginUrl, token),
      kind,
      expiresAt: expiresAt.toISOString(),
      email: target.email,
      hasMailServer: notifications.mailClient !== undefined,
    };
  },

  /**
   * The caller sends the secret, because the server stores only its hash. The server checks that the link
   * belongs to the user. There is no outbox, because it would have to store the secret.
   */
  async mailOneTimeLink(call) {
    const { db, user, body, now, audit, settings, notifications } = call;
    const { userNo, token, language } = body;
    const { target } = await allowedLink(call, userNo);
    const { mailClient } = notifications;
    if (!mailClient) return { isSent: false, reason: 'noMailServer' };
    if (target.email === null) throw new AppError('invalidParameter', { field: 'userNo', reason: 'noEmail' });
    const link = await findLink(db, token, now);
    if (link?.userNo !== userNo) throw new AppError('notFound', { field: 'token' });
    await countLinkMail(db, { byUserNo: user.userNo, toUserNo: userNo }, now);
    const { expiresAt } = link;
    const kind = link.kind === 'reset' ? 'reset' : 'invitation';
    const url = linkUrl(settings.loginUrl, token);
    const content = linkMailText({ kind, url, expiresAt, to: target, sender: user.name }, language);
    const mail = { messageId: crypto.randomUUID(), recipients: [target.email], ...content };
    const reason = await sendingError(mailClient, mail);
    await audit('user.mailLink', userNo, {
      userId: target.userId,
      kind,
      email: target.email,
      isSent: reason === null,
      reason,
    });
    return { isSent: reason === null, reason };
  },
} satisfies Routes<{ notifications: NotificationService; settings: { loginUrl: string } }>;

/** A caller who may set a user's password may let that user set it. */
async function allowedLink(
  caller: CallerContext,
  userNo: number,
): Promise<{ readonly row: UserRow; readonly target: User }> {
  const { db, user } = caller;
  const { targets } = await lockForChange(db, user, [userNo]);
  const row = requireSeen('user', userNo, targets.get(userNo), { field: 'userNo' });
  const target = toUser(row);
  if (checkUserChange(user, target, { password: '' }) !== 'allowed')
    throw new AppError('noPermission', { field: 'userNo' });
  if ((await usersOfOtherOwners(caller, [userNo])).has(userNo))
    throw new AppError('noPermission', { field: 'userNo', reason: 'otherGroups' });
  if (target.isSingleSignOn === 'Y')
    throw new AppError('invalidParameter', { field: 'userNo', reason: 'singleSignOn' });
  if (!mayHoldSession(target.status))
    throw new AppError('invalidParameter', { field: 'userNo', reason: 'notActive' });
  return { row, target };
}

/** The token is in the fragment, which no server or proxy logs. */
function linkUrl(loginUrl: string, token: string): string {
  return `${loginUrl}/set-password#${token}`;
}

async function sendingError(mailClient: MailClient, mail: Mail): Promise<LinkMailError | null> {
  try {
    await mailClient.send(mail);
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return linkMailErrors.find((reason) => reason === error.kind) ?? 'mailConnection';
  }
}

const translate = translators(ko, en);

interface LinkMail {
  readonly kind: OneTimeLinkKind;
  readonly url: string;
  readonly expiresAt: Date;
  readonly to: { readonly name: string; readonly userId: string };
  /** The name of the admin who sends it. */
  readonly sender: string;
}

/** Names are plain text: the mailer keeps line breaks out of the subject and makes no links of them. */
function linkMailText(mail: LinkMail, language: Language): { subject: string; text: string } {
  const { kind, url, sender, to, expiresAt } = mail;
  const t = translate[language];
  const until = readableTime(expiresAt, language);
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
async function countLinkMail(
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
