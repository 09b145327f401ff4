import { addMessages } from '#core/i18n/i18n.ts';
import { auditActions as en } from './audit-action-messages.en.ts';
import { auditActions as ko } from './audit-action-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly auditActions: typeof ko;
  }
}

addMessages('auditActions', { ko, en });
