import { addMessages } from '#core/i18n/i18n.ts';
import { manifests as en } from './manifest-messages.en.ts';
import { manifests as ko } from './manifest-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly manifests: typeof ko;
  }
}

addMessages('manifests', { ko, en });
