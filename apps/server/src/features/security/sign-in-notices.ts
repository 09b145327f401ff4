import type { Db } from '@gwanje/backend/database/schema';
import type { Logger } from 'pino';
import { DeliveryFailure } from '../../alarms/notifications/clients/delivery-failure.ts';
import type { MailClient } from '../../alarms/notifications/clients/mail-client.ts';
import { newDeviceMail } from './account-mails.ts';
import { dueNotices, setNoticeDue } from './sign-in-notice-repository.ts';

const RETRY_MS = 5 * 60_000;
/** A later mail would only confuse; the portal still shows the sign-in. */
const GIVE_UP_MS = 24 * 60 * 60_000;

/**
 * Notifies users by e-mail of sign-ins with a new browser. The login site, which has no mail server, stores them. One server at a time
 * runs this; a server that dies between mail and note sends the mail again.
 */
export async function sendSignInNotices(
  db: Db,
  mailClient: Pick<MailClient, 'send'> | undefined,
  { portalUrl, logger, now }: { readonly portalUrl: string; readonly logger: Logger; readonly now: Date },
): Promise<number> {
  let sentCnt = 0;
  for (const { signInId, email, ...signIn } of await dueNotices(db, now)) {
    if (!mailClient || email === null || now.getTime() - signIn.at.getTime() > GIVE_UP_MS) {
      await setNoticeDue(db, signInId, null);
      continue;
    }
    try {
      const mail = newDeviceMail(signIn, portalUrl);
      await mailClient.send({ messageId: crypto.randomUUID(), recipients: [email], ...mail });
      await setNoticeDue(db, signInId, null);
      sentCnt++;
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      logger.warn(
        { reason: error.message, signInId },
        'mail about a new browser not sent, trying again later',
      );
      await setNoticeDue(db, signInId, new Date(now.getTime() + RETRY_MS));
    }
  }
  return sentCnt;
}
