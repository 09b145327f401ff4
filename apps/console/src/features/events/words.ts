import { events as en } from '#core/i18n/en/events.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { events as ko } from '#core/i18n/ko/events.ts';

addWords('events', { ko, en });
