import { addMessages } from '#core/i18n/i18n.ts';
import { events as en } from './event-messages.en.ts';
import { events as ko } from './event-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly events: typeof ko;
  }
}

addMessages('events', { ko, en });
