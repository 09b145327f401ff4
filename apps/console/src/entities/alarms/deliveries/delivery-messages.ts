import { addMessages } from '#core/i18n/i18n.ts';
import { deliveries as en } from './delivery-messages.en.ts';
import { deliveries as ko } from './delivery-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly deliveries: typeof ko;
  }
}

addMessages('deliveries', { ko, en });
