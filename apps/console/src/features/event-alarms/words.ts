import '#shared/alarm-items/words.ts';
import '#shared/list/words.ts';
import { eventAlarms as en } from '#shared/i18n/en/event-alarms.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { eventAlarms as ko } from '#shared/i18n/ko/event-alarms.ts';

addWords('eventAlarms', { ko, en });
