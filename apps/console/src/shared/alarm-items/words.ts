import { alarmItems as en } from '#shared/i18n/en/alarm-items.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { alarmItems as ko } from '#shared/i18n/ko/alarm-items.ts';

addWords('alarmItems', { ko, en });
