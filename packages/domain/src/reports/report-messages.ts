import { translators } from '../i18n/messages.ts';
import { en } from './report-messages.en.ts';
import { ko } from './report-messages.ko.ts';

/** The texts of reports, on the page, in mails and in CSV files. */
export const reportText = translators(ko, en);
