import { type PlainKeysOf, type Translate, translators } from '@gwanje/domain/i18n/messages';
import { en } from './login-messages.en.ts';
import { ko } from './login-messages.ko.ts';

export type LoginKey = PlainKeysOf<typeof ko>;
export type LoginTranslate = Translate<typeof ko>;

export const translate = translators(ko, en);
export const scriptMessages = { ko: ko.script, en: en.script };
