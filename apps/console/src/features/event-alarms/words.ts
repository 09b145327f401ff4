import '#entities/alarm-items/words.ts';
import '#components/list/words.ts';
import { eventAlarms as en } from '#core/i18n/en/event-alarms.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { eventAlarms as ko } from '#core/i18n/ko/event-alarms.ts';

addWords('eventAlarms', { ko, en });
