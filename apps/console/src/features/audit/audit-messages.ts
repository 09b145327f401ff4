import '#entities/audit/audit-action-messages.ts';
import '#entities/audit/audit-receiver-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { audit as en } from './audit-messages.en.ts';
import { audit as ko } from './audit-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly audit: typeof ko;
  }
}

addMessages('audit', { ko, en });
