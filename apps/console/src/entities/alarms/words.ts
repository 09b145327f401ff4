import { alarms as en } from '#core/i18n/en/alarms.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { alarms as ko } from '#core/i18n/ko/alarms.ts';
import '#components/list/words.ts';

// No part of the first load: whoever shows alarms imports this file first.
addWords('alarms', { ko, en });
