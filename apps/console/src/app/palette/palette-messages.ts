import { addMessages } from '#core/i18n/i18n.ts';
import { palette as en } from './palette-messages.en.ts';
import { palette as ko } from './palette-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly palette: typeof ko;
  }
}

addMessages('palette', { ko, en });
