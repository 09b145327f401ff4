import { deviceName } from '@gwanje/domain/formats/device-name';
import { languages } from '@gwanje/domain/i18n/language';
import { translators } from '@gwanje/domain/i18n/messages';
import { readableTime } from '../../alarms/notifications/message-variables.ts';
import { en } from './account-mail-messages.en.ts';
import { ko } from './account-mail-messages.ko.ts';

const translate = translators(ko, en);

interface Recipient {
  readonly userId: string;
  readonly name: string;
}

/** Mails about the own account are in both languages: the server does not know which one a user reads. */
function inBothLanguages(text: (language: (typeof languages)[number]) => string): string {
  return languages.map(text).join('\n\n――――――――――\n\n');
}

/** To a user whose second factors an admin has removed. */
export function factorResetMail({ userId, name }: Recipient, admin: string, now: Date) {
  return {
    subject: translate.ko('factorReset.subject'),
    text: inBothLanguages((language) =>
      translate[language]('factorReset.text', {
        name,
        userId,
        admin,
        time: readableTime(now, language),
      }),
    ),
  };
}

export interface NewDeviceSignIn extends Recipient {
  readonly at: Date;
  readonly userAgent: string;
  readonly address: string;
}

/** To a user who has signed in with a browser for the first time. */
export function newDeviceMail(signIn: NewDeviceSignIn, portalUrl: string) {
  const { name, userId, address, at, userAgent } = signIn;
  return {
    subject: translate.ko('newDevice.subject'),
    text: inBothLanguages((language) =>
      translate[language]('newDevice.text', {
        name,
        userId,
        address,
        url: portalUrl,
        device: deviceName(userAgent) ?? translate[language]('unknownDevice'),
        time: readableTime(at, language),
      }),
    ),
  };
}
