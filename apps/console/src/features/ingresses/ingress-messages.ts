import { addMessages } from '#core/i18n/i18n.ts';
import { ingresses as en } from './ingress-messages.en.ts';
import { ingresses as ko } from './ingress-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly ingresses: typeof ko;
  }
}

addMessages('ingresses', { ko, en });
