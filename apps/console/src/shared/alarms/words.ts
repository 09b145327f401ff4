import { alarms as en } from '#shared/i18n/en/alarms.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { alarms as ko } from '#shared/i18n/ko/alarms.ts';
import '#shared/list/words.ts';

// No part of the first load: whoever shows alarms imports this file first.
addWords('alarms', { ko, en });
