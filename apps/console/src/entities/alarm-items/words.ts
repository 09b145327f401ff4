import { alarmItems as en } from '#core/i18n/en/alarm-items.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { alarmItems as ko } from '#core/i18n/ko/alarm-items.ts';

addWords('alarmItems', { ko, en });
