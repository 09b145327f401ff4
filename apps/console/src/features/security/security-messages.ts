import '#entities/audit/audit-receiver-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { security as en } from './security-messages.en.ts';
import { security as ko } from './security-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly security: typeof ko;
  }
}

addMessages('security', { ko, en });
