import { translators } from '../../i18n/messages.ts';
import { causes as en } from './cause-messages.en.ts';
import { causes as ko } from './cause-messages.ko.ts';

export const causeMessages = translators(ko, en);
