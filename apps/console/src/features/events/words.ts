import { events as en } from '#shared/i18n/en/events.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { events as ko } from '#shared/i18n/ko/events.ts';

addWords('events', { ko, en });
