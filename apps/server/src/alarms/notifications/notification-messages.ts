import { translators } from '@gwanje/domain/i18n/messages';
import { en } from './notification-messages.en.ts';
import { ko } from './notification-messages.ko.ts';

/** The texts of notifications, in the language of the receiver. */
export const translate = translators(ko, en);
