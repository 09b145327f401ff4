import { monitoring as en } from '#shared/i18n/en/monitoring.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { monitoring as ko } from '#shared/i18n/ko/monitoring.ts';
import '#shared/list/words.ts';

// No part of the first load: every page of this feature imports this file first.
addWords('monitoring', { ko, en });
