import { addMessages } from '#core/i18n/i18n.ts';
import { auditReceivers as en } from './audit-receiver-messages.en.ts';
import { auditReceivers as ko } from './audit-receiver-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly auditReceivers: typeof ko;
  }
}

addMessages('auditReceivers', { ko, en });
