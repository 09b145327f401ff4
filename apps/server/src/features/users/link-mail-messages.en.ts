import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { ko } from './link-mail-messages.ko.ts';

export const en: SameKeys<typeof ko> = {
  invitation: {
    subject: '[Gwanje] Invitation: please set your password',
    text: `{{name}} ({{userId}}), you are invited to Gwanje.
Sent by: {{sender}}

Set your password with the link below; then you can sign in.
{{url}}

The link works once, until {{until}}. Please do not pass it on.
If you do not expect an invitation, ignore this mail.`,
  },
  reset: {
    subject: '[Gwanje] Please set a new password',
    text: `The Gwanje password of {{name}} ({{userId}}) has been reset.
Sent by: {{sender}}

The old password no longer works. Set a new one with the link below.
{{url}}

The link works once, until {{until}}. Please do not pass it on.
If you did not ask for this, contact your administrator.`,
  },
};
