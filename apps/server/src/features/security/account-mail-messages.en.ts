import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { ko } from './account-mail-messages.ko.ts';

export const en: SameKeys<typeof ko> = {
  unknownDevice: 'Unknown device',
  factorReset: {
    subject: '[Gwanje] Your second factor was reset',
    text: `An administrator has reset the second factor of {{name}} ({{userId}}).
Administrator: {{admin}}
Time: {{time}}

Your authenticator app, passkeys and recovery codes no longer work, and all your sessions have ended.
Please log in again and set up the second factor anew in the portal.
If you did not ask for this, please tell an administrator at once.`,
  },
  newDevice: {
    subject: '[Gwanje] Login with a new device',
    text: `Somebody has logged in as {{name}} ({{userId}}) with a device that was not used before.

Device: {{device}}
Address: {{address}}
Time: {{time}}

If it was you, you can ignore this mail.
If it was not you, please end the session in the portal, change your password at once, and tell an administrator.
{{url}}`,
  },
};
