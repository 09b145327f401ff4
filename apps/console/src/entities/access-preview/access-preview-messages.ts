import { addMessages } from '#core/i18n/i18n.ts';
import { accessPreview as en } from './access-preview-messages.en.ts';
import { accessPreview as ko } from './access-preview-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly accessPreview: typeof ko;
  }
}

addMessages('accessPreview', { ko, en });
